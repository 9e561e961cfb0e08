#pragma once
// The tile of a radix sort: a block sorts its items by a digit, with splits by one bit after the other in shared
// memory, and finds the offset of each digit. (Satish, Harris, Garland, Designing efficient sorting algorithms for
// manycore GPUs, IPDPS 2009, section IV.)
//
// In the paper a thread has four neighbours and the block scans the threads' counts. Here the items of a warp are rows
// of 32, so a vote of the warp counts a row. Shared memory has no bank conflicts, and only the counts of the warps are
// summed.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/split.h"

namespace farfirst::cuda {

/// A block of `threads` with `rows` items each in registers: item k of a thread is at place(k) of the tile.
template <class Kind, unsigned threads_, unsigned rows_>
struct SplitTile {
  using Item = typename Kind::Item;
  static constexpr unsigned threads = threads_, rows = rows_, warps = threads / warp_threads, size = threads * rows;
  static constexpr unsigned most_digits = 256;

  /// The shared memory of the block, beside the items.
  struct Shared {
    alignas(16) std::uint32_t zeros[warps];
    std::uint32_t offsets[most_digits], ends[most_digits];  // of the digits in the tile
  };

  __device__ static std::uint32_t place(unsigned k) {
    return warp_of_thread() * (warp_threads * rows) + k * warp_threads + lane_of_thread();
  }

  /// Does one split. Ends with a barrier; the items are in `shared_items` too, in the same order.
  __device__ static void split(Item (&items)[rows], Item* shared_items, Shared& shared, unsigned bit) {
    const auto one_bit = static_cast<typename Kind::Key>(typename Kind::Key{1} << bit);
    unsigned votes[rows];
    std::uint32_t zeros_of_warp = 0;
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      votes[k] = __ballot_sync(all_lanes, (Kind::key(items[k]) & one_bit) == 0);
      zeros_of_warp += static_cast<std::uint32_t>(__popc(votes[k]));
    }
    if (lane_of_thread() == 0) shared.zeros[warp_of_thread()] = zeros_of_warp;
    __syncthreads();
    std::uint32_t before = 0, zeros = 0;
#pragma unroll
    for (unsigned warp = 0; warp < warps; ++warp) {
      if (warp < warp_of_thread()) before += shared.zeros[warp];
      zeros += shared.zeros[warp];
    }
    const unsigned lanes_below = (1u << lane_of_thread()) - 1;
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t zeros_before = before + static_cast<std::uint32_t>(__popc(votes[k] & lanes_below));
      const bool one = (votes[k] >> lane_of_thread() & 1u) == 0;
      shared_items[split_place(one, place(k), zeros_before, zeros)] = items[k];
      before += static_cast<std::uint32_t>(__popc(votes[k]));
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) items[k] = shared_items[place(k)];
  }

  /// Stable sort by a digit of `bits` bits. Afterwards the items are in `shared_items` too. Begins with a barrier.
  __device__ static void sort(Item (&items)[rows], Item* shared_items, Shared& shared, Digit digit) {
    __syncthreads();
    for (unsigned bit = digit.shift; (digit.mask >> (bit - digit.shift)) != 0; ++bit) {
      split(items, shared_items, shared, bit);
    }
  }

  /// Finds the offsets and ends of the digits in a sorted tile, whose first `count` items are real. A digit begins
  /// after an item with another one. Ends with a barrier.
  __device__ static void find_digits(const Item (&items)[rows], const Item* shared_items, Shared& shared, Digit digit,
                                     std::uint32_t count) {
    for (unsigned d = threadIdx.x; d <= digit.mask; d += threads) shared.offsets[d] = shared.ends[d] = 0;
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t at = place(k);
      if (at >= count) continue;
      const std::uint32_t own = digit_of(Kind::key(items[k]), digit);
      if (at == count - 1) shared.ends[own] = count;
      if (at == 0) continue;  // it begins at 0
      const std::uint32_t left = digit_of(Kind::key(shared_items[at - 1]), digit);
      if (left == own) continue;
      shared.offsets[own] = at;
      shared.ends[left] = at;
    }
    __syncthreads();
  }
};

}  // namespace farfirst::cuda
