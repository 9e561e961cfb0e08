#pragma once
// Launch parameters of the radix passes of cuda.farfirst, with reasons.

#include "pass.cuh"

namespace farfirst::cuda::farfirst {

// 64 registers per thread hold 16 items and their places. Two blocks of a multiprocessor work while one waits.
using LargeTile = Tile<512, 16, 2>;
// For inputs that do not give every multiprocessor a large tile.
using SmallTile = Tile<512, 8, 2>;
// For still smaller inputs. A tile then costs a chain of waits, which is shorter with fewer warps. Two blocks per
// multiprocessor hold all tiles, so threads may use all registers. Also for GPUs with less shared memory.
using TinyTile = Tile<256, 8, 2>;

}  // namespace farfirst::cuda::farfirst
