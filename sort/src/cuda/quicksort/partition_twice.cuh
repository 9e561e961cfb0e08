#pragma once
// The partition by one block as in Algorithms 2 and 3: all threads read the block's elements and count those below and
// above the pivot. One cumulative sum gives every thread its places, and the block reserves space once. Then all read
// the elements again and store them. Both phases use it on request.
//
// The cumulative sum is that of warps and then of their sums; the paper's is the tree of Harris et al. (2007) in shared
// memory, also of both counts at once.

#include <cuda_runtime.h>

#include "partition.cuh"

namespace farfirst::cuda::quicksort {

/// Counts of elements below the pivot, in the low half, and above it: of any number of elements.
using WideCounts = unsigned long long;
__device__ inline std::uint32_t lower_of(WideCounts counts) { return static_cast<std::uint32_t>(counts); }
__device__ inline std::uint32_t upper_of(WideCounts counts) { return static_cast<std::uint32_t>(counts >> 32); }

/// Calls f for this thread's elements: every blockDim.x-th, so that threads read neighbours.
template <class Source, class Function>
__device__ void for_own_elements(const Source& source, std::uint32_t begin, std::uint32_t end, Function f) {
  for (std::uint32_t i = begin + threadIdx.x; i < end; i += blockDim.x) f(source[i]);
}

template <class Word, class Source, class AnyExtremes>
__device__ WideCounts count_own(const Source& source, std::uint32_t begin, std::uint32_t end, Word pivot,
                                AnyExtremes& extremes) {
  WideCounts counts = 0;
  for_own_elements(source, begin, end, [&](Word word) {
    counts += word < pivot ? 1 : 0;
    counts += word > pivot ? WideCounts{1} << 32 : 0;
    extremes.see(word, pivot);
  });
  return counts;
}

/// The counts of the threads before this one; `total`: of all. A barrier is needed before the next call.
__device__ inline WideCounts counts_before(WideCounts own, WideCounts& total) {
  __shared__ WideCounts warp_counts[warp_threads];
  const unsigned warps = blockDim.x / warp_threads;
  const WideCounts inclusive = warp_inclusive_sum(own);
  if (lane_of_thread() == warp_threads - 1) warp_counts[warp_of_thread()] = inclusive;
  __syncthreads();
  const WideCounts of_warp = lane_of_thread() < warps ? warp_counts[lane_of_thread()] : 0;
  const WideCounts sums = warp_inclusive_sum(of_warp);
  total = __shfl_sync(all_lanes, sums, warp_threads - 1);
  const WideCounts before = __shfl_sync(all_lanes, sums - of_warp, static_cast<int>(warp_of_thread()));
  return before + inclusive - own;
}

/// Stores this thread's elements from its own places on.
template <class Word, class Source>
__device__ void store_own(const Source& source, std::uint32_t begin, std::uint32_t end, Word pivot, Room own,
                          Word* target) {
  for_own_elements(source, begin, end, [&](Word word) {
    if (word < pivot) target[own.lower++] = word;
    if (word > pivot) target[own.upper++] = word;
  });
  __syncwarp();
}

/// As partition().
template <class Word, class Source, class AnyRoom, class AnyExtremes>
__device__ void partition_twice(const Source& source, std::uint32_t begin, std::uint32_t end, Word pivot, Word* target,
                                AnyRoom& room, AnyExtremes& extremes) {
  WideCounts total;
  const WideCounts before = counts_before(count_own(source, begin, end, pivot, extremes), total);
  Room own = room.take(lower_of(total), upper_of(total));
  own.lower += lower_of(before);
  own.upper += upper_of(before);
  store_own(source, begin, end, pivot, own, target);
}

template <bool twice, class Word, class Source, class AnyRoom, class AnyExtremes>
__device__ void partition_by(const Source& source, std::uint32_t begin, std::uint32_t end, Word pivot, Word* target,
                             AnyRoom& room, AnyExtremes& extremes) {
  if constexpr (twice) {
    partition_twice(source, begin, end, pivot, target, room, extremes);
  } else {
    partition(source, begin, end, pivot, target, room, extremes);
  }
}

}  // namespace farfirst::cuda::quicksort
