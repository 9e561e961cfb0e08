#pragma once
// The end of a call that tried the hybrid path: what it used is left as the next call wants it; and where the passes
// have sorted, pivots are taken from their order.

#include <cuda_runtime.h>

#include <cstdint>

#include "../memory.cuh"
#include "memory.h"
#include "pivots.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// Calls that do without a shorter way (the hybrid path, passes without a sweep) after 1, 2, ... calls in a row in
/// which it could not be gone.
FARFIRST_HOST_DEVICE constexpr std::uint32_t rests_after(std::uint32_t failures) { return (1u << failures) - 2; }
inline constexpr std::uint32_t most_failures = 6;

template <class State>
__device__ void count_failure(State& state) {
  state.failures = min(state.failures + 1, most_failures);
  state.rests = rests_after(state.failures);
}

/// Thread 0. Are new pivots to be taken? Where one bucket took long, the passes would have been faster.
__device__ inline bool decide_at_end(HybridState& state) {
  // All at once, since each trip to memory counts in the time of few elements.
  const std::uint32_t current = state.current, rests = state.rests, tried = state.tried;
  const bool done = state.done != 0, slow = state.slow != 0;
  state.tried = state.failed = state.too_large = state.largest = state.largest_inverse = 0;
  state.hard_buckets = state.slow = 0;
  if (done && !slow) {
    state.current = current ^ 1;  // the sort of the buckets has left them
    state.failures = 0;
    state.alike = differ;
    return false;
  }
  if (done) state.alike = many_equal;
  state.ready = 0;
  if (tried != 0) {
    count_failure(state);
    return !done && state.rests == 0;
  }
  if (rests != 0) state.rests = rests - 1;
  return rests <= 1;
}

/// The bins of the table. The pivots, written by this block, ascend.
template <unsigned threads, Scale scale>
__device__ void leave_table(Pivots& pivots, std::uint32_t buckets, BinMap map) {
  for (std::uint32_t bin = threadIdx.x; bin < bins; bin += threads) {
    std::uint32_t below = 0;
    for (std::uint32_t step = most_buckets / 2; step > 0; step /= 2) {
      const std::uint32_t next = below + step;
      if (next < buckets && bin_of<scale>(pivots.pivot[next], map) < bin) below = next;
    }
    pivots.below[bin] = static_cast<std::uint16_t>(below);
  }
}

/// One block of so many threads ends the call. Are new pivots to be taken?
template <unsigned threads>
__device__ bool end_call(HybridState* state) {
  __shared__ bool takes;
  for (unsigned b = threadIdx.x; b < most_buckets; b += threads) state->used[b] = 0;
  if (threadIdx.x < spills) state->spilled[threadIdx.x] = 0;
  if (threadIdx.x == 0) takes = decide_at_end(*state);
  __syncthreads();
  return takes;
}

/// One block of so many threads; `key_of(i)` is the key of element i. Pivots are of use if every bucket would hold the
/// elements that were just sorted, which equal keys may prevent: they are never parted.
template <unsigned threads, Scale scale, class KeyOf>
__device__ void carry_pivots(KeyOf key_of, const std::uint32_t* order, std::uint32_t n, const Buckets& job,
                             HybridState* state) {
  Pivots& pivots = state->pivots[state->current];
  PivotsOf& of = state->of[state->current];
  const std::uint32_t buckets = buckets_for(n, job.bits);
  const std::uint32_t slack = bucket_capacity(job.capacity_class) - (1u << job.bits);
  bool fits = true;
  for (std::uint32_t j = 1 + threadIdx.x; j < buckets; j += threads) {
    const std::uint32_t place = j << job.bits;
    const std::uint32_t key = key_of(read_of_others(order + place));
    fits = fits && (place < slack || key_of(read_of_others(order + place - slack)) < key);
    pivots.pivot[j] = key;
  }
  const bool all_fit = __syncthreads_and(fits) != 0;
  const BinMap map = map_of<scale>(pivots.pivot, buckets);
  if (all_fit) leave_table<threads, scale>(pivots, buckets, map);
  if (threadIdx.x != 0) return;
  of = {n, buckets, scale, job.bits, map};
  state->ready = all_fit ? 1 : 0;
  if (all_fit) return;
  count_failure(*state);
  state->alike = many_equal;
}

}  // namespace farfirst::cuda::farfirst
