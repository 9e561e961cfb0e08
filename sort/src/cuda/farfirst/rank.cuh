#pragma once
// How the lanes of a warp rank equal digits: a lane's rank is the number of items before it in the warp that have its
// digit. Each warp counts in memory of its own; items are ranked row by row, so that ranks follow the input's order.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"

namespace farfirst::cuda::farfirst {

/// One shared atomic for an item. It relies on the lanes of one atomic operation being served in their order, which
/// GPUs do but no document promises: see lane_order.h. So tiles that are ranked like this are checked.
struct LaneOrder {
  using Cell = std::uint32_t;
  static constexpr bool documented = false;

  __device__ static std::uint32_t& count(Cell& cell) { return cell; }
  __device__ static std::uint32_t rank(Cell* cells, std::uint32_t digit) { return atomicAdd(&cells[digit], 1u); }
};

/// By documented operations: lanes put themselves into the mask of their digit, read who else is there, and one of them
/// counts them.
struct Masks {
  struct alignas(8) Cell {
    std::uint32_t mask, count;
  };
  static constexpr bool documented = true;

  __device__ static std::uint32_t& count(Cell& cell) { return cell.count; }
  __device__ static std::uint32_t rank(Cell* cells, std::uint32_t digit) {
    const unsigned lane = lane_of_thread();
    atomicOr(&cells[digit].mask, 1u << lane);
    __syncwarp();
    const Cell cell = cells[digit];
    const std::uint32_t rank = cell.count + static_cast<std::uint32_t>(__popc(cell.mask & ((1u << lane) - 1)));
    __syncwarp();
    if (cell.mask >> lane == 1) cells[digit] = {0, rank + 1};  // the last of them
    __syncwarp();
    return rank;
  }
};

}  // namespace farfirst::cuda::farfirst
