#pragma once
// Launch numbers of the radix passes of cuda.farfirst and the reasons for them.

#include "pass.cuh"

namespace farfirst::cuda::farfirst {

// 64 registers per thread hold 16 items and their places. Two blocks of a multiprocessor work while one waits.
using LargeTile = Tile<512, 16, 2>;
// For too few elements to give every multiprocessor a large tile.
using SmallTile = Tile<512, 8, 2>;
// For still fewer elements. A tile then costs a chain of waits, which is shorter with fewer warps. Two blocks on each
// multiprocessor hold all tiles, so threads may have all registers they want. Also for GPUs with less shared memory.
using TinyTile = Tile<256, 8, 2>;

}  // namespace farfirst::cuda::farfirst
