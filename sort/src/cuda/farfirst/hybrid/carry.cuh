#pragma once
// The end of a call that tried the hybrid path: what it used is left as the next call wants it; and where the passes
// have sorted, pivots are taken from their order.

#include <cuda_runtime.h>

#include <cstdint>

#include "local.cuh"
#include "memory.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned carry_threads = 1024;
/// Calls that do without the hybrid path after 1, 2, ... calls in a row in which it could not be gone.
FARFIRST_HOST_DEVICE constexpr std::uint32_t rests_after(std::uint32_t failures) { return (1u << failures) - 2; }
inline constexpr std::uint32_t most_failures = 6;

__device__ inline void count_failure(HybridState& state) {
  state.failures = min(state.failures + 1, most_failures);
  state.rests = rests_after(state.failures);
}

/// Thread 0. Are new pivots to be taken?
__device__ inline bool end_call(HybridState& state) {
  const bool done = state.done != 0;
  if (done) {
    state.current ^= 1;  // the sort of the buckets has left them
    state.failures = 0;
  } else {
    state.ready = 0;
    if (state.tried != 0) {
      count_failure(state);
    } else if (state.rests != 0) {
      --state.rests;
    }
  }
  state.tried = state.failed = state.largest = state.largest_inverse = 0;
  return !done && state.rests == 0;
}

/// The bins of the table. The pivots, written by this block, ascend.
template <Scale scale>
__device__ void leave_table(Pivots& pivots, std::uint32_t buckets, BinMap map) {
  for (std::uint32_t bin = threadIdx.x; bin < bins; bin += carry_threads) {
    std::uint32_t below = 0;
    for (std::uint32_t step = most_buckets / 2; step > 0; step /= 2) {
      const std::uint32_t next = below + step;
      if (next < buckets && bin_of<scale>(pivots.pivot[next], map) < bin) below = next;
    }
    pivots.below[bin] = static_cast<std::uint16_t>(below);
  }
}

/// One block. Pivots are of use if every bucket would hold the elements that were just sorted, which equal keys may
/// prevent: they are never parted.
template <class Keys>
__global__ void __launch_bounds__(carry_threads) carry_pivots(Keys keys, const std::uint32_t* order, std::uint32_t n,
                                                              std::uint32_t bucket_bits, HybridState* state) {
  __shared__ bool takes;
  wait_for_kernels_before();
  for (unsigned b = threadIdx.x; b < most_buckets; b += carry_threads) state->used[b] = 0;
  if (threadIdx.x == 0) takes = end_call(*state);
  __syncthreads();
  if (!takes) return;
  Pivots& pivots = state->pivots[state->current];
  const std::uint32_t buckets = buckets_for(n, bucket_bits);
  const std::uint32_t slack = bucket_capacity(bucket_bits) - (1u << bucket_bits);
  bool fits = true;
  for (std::uint32_t j = 1 + threadIdx.x; j < buckets; j += carry_threads) {
    const std::uint32_t place = j << bucket_bits;
    const std::uint32_t key = keys.take(order[place]);
    fits = fits && keys.take(order[place - slack]) < key;
    pivots.pivot[j] = key;
  }
  const bool all_fit = __syncthreads_and(fits) != 0;
  const BinMap map = map_of<Keys::scale>(pivots.pivot, buckets);
  if (all_fit) leave_table<Keys::scale>(pivots, buckets, map);
  if (threadIdx.x != 0) return;
  state->of[state->current] = {n, buckets, Keys::scale, bucket_bits, map};
  state->ready = all_fit ? 1 : 0;
  if (!all_fit) count_failure(*state);
}

}  // namespace farfirst::cuda::farfirst
