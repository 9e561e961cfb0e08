#pragma once
// Ways in which the lanes of a warp rank equal digits. A lane's rank is the number of items before it in the warp that
// have its digit. Each warp counts in memory of its own; items are ranked row by row, so that ranks follow the input's
// order.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"

namespace farfirst::cuda::farfirst {

/// One shared atomic for each item. It relies on atomic operations serving lanes in their order, which GPUs do but no
/// document promises: see lane_order.h. So tiles that are ranked like this are checked.
struct LaneOrder {
  using Cell = std::uint32_t;
  static constexpr bool documented = false;

  __device__ static std::uint32_t& count(Cell& cell) { return cell; }
  __device__ static std::uint32_t rank(Cell* cells, std::uint32_t digit) { return atomicAdd(&cells[digit], 1u); }
};

/// Documented operations: lanes set their bits in the mask of their digit and read which other lanes are there, and one
/// of them counts them.
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
    if (cell.mask >> lane == 1) cells[digit] = {0, rank + 1};  // the last of these lanes
    __syncwarp();
    return rank;
  }
};

/// For digits that many lanes share, with the counters of another way: lanes with the same digit find each other, and
/// one of them counts them all. The time does not depend on how many they are.
template <class Other>
struct Peers {
  __device__ static std::uint32_t rank(typename Other::Cell* cells, std::uint32_t digit) {
    const unsigned peers = __match_any_sync(all_lanes, digit), lane = lane_of_thread();
    const int first = __ffs(peers) - 1;
    std::uint32_t before = 0;
    if (static_cast<int>(lane) == first) {
      std::uint32_t& count = Other::count(cells[digit]);
      before = count;
      count = before + static_cast<std::uint32_t>(__popc(peers));
    }
    __syncwarp();
    return __shfl_sync(all_lanes, before, first) + static_cast<std::uint32_t>(__popc(peers & ((1u << lane) - 1)));
  }
};

/// Do so many lanes of a warp share a digit that counting them one by one takes longer? 8 and 10 lanes are too few.
__device__ __forceinline__ bool is_crowded(unsigned peers, int lanes = 12) {
  return __any_sync(all_lanes, __popc(peers) >= lanes) != 0;
}

/// The same, if one digit that many lanes share can be counted by a vote, for which 7 lanes are enough.
enum class Crowd : std::uint8_t {
  none,
  one,      // there is one such digit
  several,  // half of the lanes share one, and others share another
};
struct Crowding {
  Crowd crowd;
  std::uint32_t digit;  // one that many share
};
__device__ __forceinline__ Crowding crowding_of(std::uint32_t digit) {
  const unsigned peers = __match_any_sync(all_lanes, digit);
  const unsigned crowded = __ballot_sync(all_lanes, __popc(peers) >= 7);
  if (crowded == 0) return {Crowd::none, 0};
  const bool half = is_crowded(peers, 16);
  const int lane = __ffs(crowded) - 1;
  const bool alone = __shfl_sync(all_lanes, peers, lane) == crowded;
  return {half && !alone ? Crowd::several : Crowd::one, __shfl_sync(all_lanes, digit, lane)};
}

}  // namespace farfirst::cuda::farfirst
