#pragma once
// Ranks the digits of a warp's lanes. A lane's rank is the number of earlier items in the warp with its digit. Each
// warp counts in memory of its own; items are ranked row by row, so that ranks follow the input's order.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"

namespace farfirst::cuda::farfirst {

/// The counter of a digit. `mask` is zero between rows.
struct alignas(8) RankCell {
  std::uint32_t mask, count;
};

/// Lanes set their bits in the mask of their digit and read the bits of other lanes; one of them counts them all.
__device__ __forceinline__ std::uint32_t rank_by_masks(RankCell* cells, std::uint32_t digit) {
  const unsigned lane = lane_of_thread();
  atomicOr(&cells[digit].mask, 1u << lane);
  __syncwarp();
  const RankCell cell = cells[digit];
  const std::uint32_t rank = cell.count + static_cast<std::uint32_t>(__popc(cell.mask & ((1u << lane) - 1)));
  __syncwarp();
  if (cell.mask >> lane == 1) cells[digit] = {0, rank + 1};  // the last of these lanes
  __syncwarp();
  return rank;
}

/// The same for digits that many lanes share, whose atomic operations would wait for each other. The time does not
/// depend on their number.
__device__ __forceinline__ std::uint32_t rank_by_match(RankCell* cells, std::uint32_t digit) {
  const unsigned peers = __match_any_sync(all_lanes, digit), lane = lane_of_thread();
  const int first = __ffs(peers) - 1;
  std::uint32_t before = 0;
  if (static_cast<int>(lane) == first) {
    before = cells[digit].count;
    cells[digit].count = before + static_cast<std::uint32_t>(__popc(peers));
  }
  __syncwarp();
  return __shfl_sync(all_lanes, before, first) + static_cast<std::uint32_t>(__popc(peers & ((1u << lane) - 1)));
}

/// Do enough lanes of a warp share a digit that rank_by_match() is faster?
__device__ __forceinline__ bool is_crowded(std::uint32_t digit) {
  constexpr int most = 12;
  return __any_sync(all_lanes, __popc(__match_any_sync(all_lanes, digit)) >= most) != 0;
}

}  // namespace farfirst::cuda::farfirst
