#pragma once
// Launch numbers of the passes of cuda.farfirst and the reasons for them.

#include "pass.cuh"

namespace farfirst::cuda::farfirst {

// 64 registers per thread hold 16 items and their places. Two blocks of a multiprocessor work while one waits.
using LargeTile = Tile<512, 16, 2>;
// Where there are too few large tiles for all multiprocessors.
using SmallTile = Tile<512, 8, 2>;
// Where there are too few of those: what a tile costs is a chain of waits then, which is shorter with fewer warps. Two
// blocks of a multiprocessor hold all there are, so that threads may have all registers they want. And for GPUs with
// less shared memory.
using TinyTile = Tile<256, 8, 2>;

// Up to so many elements there is a sweep before the passes. The hybrid path takes as many.
inline constexpr std::uint32_t most_swept = 16u << 20;

// One tile of 16 is checked where tiles are ranked by lanes: to check all costs 12 to 15 %, these less than 1 %.
inline constexpr std::uint32_t checked_mask = 15;

}  // namespace farfirst::cuda::farfirst
