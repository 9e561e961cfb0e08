#pragma once
// The end of a call that tried the hybrid path: resets the state, and decides how the next call sorts.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/ordered_access.cuh"
#include "memory.h"
#include "policy.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// The outcome of a call, read after the kernels that change it.
struct HybridOutcome {
  std::uint32_t current, attempted, done, slow, sampled;
  Policy policy;

  HybridOutcome() = default;
  /// Loads everything at once, since each trip to memory is noticeable for few elements.
  __device__ explicit HybridOutcome(const HybridState& state)
      : current(load_relaxed(&state.current)),
        attempted(load_relaxed(&state.attempted)),
        done(load_relaxed(&state.done)),
        slow(load_relaxed(&state.slow)),
        sampled(load_relaxed(&state.sampled)),
        policy(state.policy) {}

  __device__ Outcome outcome() const {
    if (attempted == 0) return Outcome::passes;
    if (done == 0) return sampled != 0 ? Outcome::failed : Outcome::stale;
    if (slow != 0) return Outcome::slow;
    return sampled != 0 ? Outcome::sorted_by_samples : Outcome::sorted;
  }
};

/// Called by thread 0.
__device__ inline void set_back(HybridState& state, const HybridOutcome& outcome) {
  state.attempted = state.failed = state.too_large = state.largest = state.largest_inverse = 0;
  state.taken = state.hard_buckets = state.slow = state.sampled = state.distributed = 0;
  state.shares_taken = state.shares_done = 0;
  state.watched = state.watched_now;
  state.watched_map = state.watched_map_now;
  state.policy = next(outcome.policy, outcome.outcome());
  // The sort of the buckets has left the other pivots.
  if (state.policy.pivots_left == 0) return;
  state.current = outcome.current ^ 1;
  state.of = state.of_next;
}

/// One block of `threads` threads ends the call. Thread 0 knows the outcome.
template <unsigned threads>
__device__ void end_call(HybridState* state, const HybridOutcome& outcome) {
  if (threadIdx.x == 0) set_back(*state, outcome);
  for (unsigned b = threadIdx.x; b < most_buckets; b += threads) state->used[b] = 0;
  if (threadIdx.x < spills) state->spilled[threadIdx.x] = 0;
}

}  // namespace farfirst::cuda::farfirst
