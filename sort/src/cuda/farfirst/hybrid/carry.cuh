#pragma once
// The end of a call that tried the hybrid path. The state is set back for the next call. If the radix path has sorted,
// pivots are taken from its order.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>

#include "../memory.cuh"
#include "memory.h"
#include "pivots.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// Exponential back-off: after so many calls in a row in which the path failed, so many calls do not attempt it.
FARFIRST_HOST_DEVICE constexpr std::uint32_t backoff_after(std::uint32_t failures) { return (1u << failures) - 2; }
inline constexpr std::uint32_t most_failures = 6;

__device__ inline void count_failure(HybridState& state) {
  state.failures = min(state.failures + 1, most_failures);
  state.backoff = backoff_after(state.failures);
}

/// What decides how a call ends. The kernels that change it have ended when it is read.
struct HybridOutcome {
  std::uint32_t current, backoff, attempted, done, slow;

  HybridOutcome() = default;
  /// All loads at once, since each trip to memory is noticeable if elements are few.
  __device__ explicit HybridOutcome(const HybridState& state)
      : current(load_volatile(&state.current)),
        backoff(load_volatile(&state.backoff)),
        attempted(load_volatile(&state.attempted)),
        done(load_volatile(&state.done)),
        slow(load_volatile(&state.slow)) {}
};

/// Called by thread 0. Are new pivots to be taken? If one bucket took long, the radix path would have been faster.
__device__ inline bool decide_at_end(HybridState& state, const HybridOutcome& outcome) {
  state.attempted = state.failed = state.too_large = state.largest = state.largest_inverse = 0;
  state.taken = state.hard_buckets = state.slow = 0;
  const bool done = outcome.done != 0;
  if (done && outcome.slow == 0) {
    state.current = outcome.current ^ 1;  // the sort of the buckets has left these pivots
    state.failures = 0;
    return false;
  }
  state.ready = 0;
  if (outcome.attempted != 0) {
    count_failure(state);
    return !done && state.backoff == 0;
  }
  if (outcome.backoff != 0) state.backoff = outcome.backoff - 1;
  return outcome.backoff <= 1;
}

/// Fills the bins of the table. The pivots, written by this block, ascend.
template <unsigned threads>
__device__ void leave_table(Pivots& pivots, Scale scale, std::uint32_t buckets, BinMap map) {
  for (std::uint32_t bin = threadIdx.x; bin < bins; bin += threads) {
    std::uint32_t below = 0;
    for (std::uint32_t step = most_buckets / 2; step > 0; step /= 2) {
      const std::uint32_t next = below + step;
      if (next < buckets && bin_of(scale, pivots.pivot[next], map) < bin) below = next;
    }
    pivots.below[bin] = static_cast<std::uint16_t>(below);
  }
}

/// One block of so many threads ends the call. Returns whether new pivots are to be taken. Thread 0 knows the outcome.
template <unsigned threads>
__device__ bool end_call(HybridState* state, const HybridOutcome& outcome) {
  __shared__ bool takes;
  if (threadIdx.x == 0) takes = decide_at_end(*state, outcome);
  for (unsigned b = threadIdx.x; b < most_buckets; b += threads) state->used[b] = 0;
  if (threadIdx.x < spills) state->spilled[threadIdx.x] = 0;
  __syncthreads();
  return takes;
}

/// Called by one block of so many threads; `key_at(place)` is the key at this place of the order. Pivots are of use if
/// every bucket would hold the elements that were just sorted. Equal keys may prevent that, since they always go to the
/// same bucket.
template <unsigned threads, class KeyAt>
__device__ void carry_pivots(KeyAt key_at, Scale scale, std::uint32_t n, const Buckets& job, HybridState* state) {
  Pivots& pivots = state->pivots[state->current];
  PivotsOf& of = state->of[state->current];
  const std::uint32_t buckets = buckets_for(n, job.bits);
  const std::uint32_t slack = bucket_capacity(job.capacity_class) - (1u << job.bits);
  bool fits = true;
  for (std::uint32_t j = 1 + threadIdx.x; j < buckets; j += threads) {
    const std::uint32_t place = j << job.bits;
    const std::uint32_t key = key_at(place);
    fits = fits && (place < slack || key_at(place - slack) < key);
    pivots.pivot[j] = key;
  }
  const bool all_fit = __syncthreads_and(fits) != 0;
  const BinMap map = map_of(scale, buckets, pivots.pivot[1], pivots.pivot[buckets - 1]);
  if (all_fit) leave_table<threads>(pivots, scale, buckets, map);
  if (threadIdx.x != 0) return;
  of = {n, buckets, scale, job.bits, map};
  state->ready = all_fit ? 1 : 0;
  if (!all_fit) count_failure(*state);
}

}  // namespace farfirst::cuda::farfirst
