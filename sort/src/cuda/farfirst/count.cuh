#pragma once
// What comes before the passes: the range of the keys where nothing tells it, then the counts of all digits in one
// sweep, which makes the keys of a distance job on the way. The last block of the sweep makes the plan of the passes.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/elements.cuh"
#include "cuda/prim/overlap.cuh"
#include "memory.cuh"
#include "plan.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned count_threads = most_digits;  // the last block has a thread for each value of a digit

/// Keys that are there.
struct GivenKeys {
  static constexpr unsigned at_once = 8;  // loads of a thread under way
  const std::uint32_t* keys;
  __device__ std::uint32_t take(std::uint32_t i) const { return keys[i]; }
  __device__ void keep(std::uint32_t, std::uint32_t) const {}
};

/// Keys of elements, made here and kept for the first pass.
template <class Key>
struct MadeKeys {
  static constexpr unsigned at_once = 8;
  Elements elements;
  std::uint32_t* keys;
  __device__ std::uint32_t take(std::uint32_t i) const { return Key::of(elements, i); }
  __device__ void keep(std::uint32_t i, std::uint32_t key) const { keys[i] = key; }
};

/// Calls f(key, its place) for the keys of this thread's share. `backwards`: those that were read last first, which the
/// cache may still have.
template <class Keys, class Function>
__device__ __forceinline__ void for_each_key(const Keys& keys, std::uint32_t n, bool backwards, Function f) {
  constexpr std::uint32_t chunk = count_threads * Keys::at_once;
  const std::uint32_t chunks = (n + chunk - 1) / chunk;
  for (std::uint32_t c = blockIdx.x; c < chunks; c += gridDim.x) {
    const std::uint32_t first = (backwards ? chunks - 1 - c : c) * chunk + threadIdx.x;
    std::uint32_t key[Keys::at_once];
#pragma unroll
    for (unsigned k = 0; k < Keys::at_once; ++k) {  // nothing is written among these, so that all are under way at once
      const std::uint32_t i = first + k * count_threads;
      key[k] = i < n ? keys.take(i) : 0;
    }
#pragma unroll
    for (unsigned k = 0; k < Keys::at_once; ++k) {
      const std::uint32_t i = first + k * count_threads;
      if (i >= n) continue;
      keys.keep(i, key[k]);
      f(key[k], i);
    }
  }
}

/// The range of the keys into the plan.
template <class Keys>
__global__ void __launch_bounds__(count_threads) find_range(Keys keys, std::uint32_t n, State* state, Plan* plan) {
  wait_for_kernels_before();
  std::uint32_t largest = 0, largest_inverse = 0;
  for_each_key(keys, n, false, [&](std::uint32_t key, std::uint32_t) {
    largest = max(largest, key);
    if (key != 0) largest_inverse = max(largest_inverse, ~key);
  });
  largest = block_reduce<count_threads>(largest, Maximum());
  largest_inverse = block_reduce<count_threads>(largest_inverse, Maximum());
  if (threadIdx.x == 0) {
    atomicMax(&state->largest, largest);
    atomicMax(&state->largest_inverse, largest_inverse);
  }
  if (!is_last_block(&state->blocks_done) || threadIdx.x != 0) return;
  const std::uint32_t smallest = ~read_shared_by_blocks(&state->largest_inverse);
  plan->range = range_of(smallest, read_shared_by_blocks(&state->largest));
  state->largest = state->largest_inverse = 0;
}

/// Counts in shared memory. Digits of value 0, of which there may be many, are not counted: what is left of n are
/// those.
using Counts = std::uint32_t[most_passes][most_digits];

struct Digits {
  Digit number[most_passes];
  __device__ explicit Digits(std::uint32_t bits) {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) number[i] = digit_number(i, bits);
  }
  __device__ __forceinline__ void count(Counts& counts, std::uint32_t above) const {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      const std::uint32_t value = digit_of(above, number[i]);
      if (value != 0) atomicAdd(&counts[i][value], 1u);
    }
  }
};

__device__ __forceinline__ void clear(Counts& counts) {
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) counts[i][threadIdx.x] = 0;
  __syncthreads();
}

/// The digits in which keys differ get a pass each. One block; `count(i)` is this thread's count for digit i, of which
/// those of value 0 follow from n. All digits are done at once: what costs time here is waiting.
template <class Count>
__device__ __forceinline__ void make_plan(Plan* plan, Range range, std::uint32_t n, Count count) {
  constexpr unsigned warps = count_threads / warp_threads;
  __shared__ std::uint32_t sums[most_passes][warps];
  __shared__ unsigned constant;  // a bit for each digit that all keys share
  std::uint32_t own[most_passes], begins[most_passes];
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) own[i] = count(i);
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) {
    const std::uint32_t inclusive = warp_inclusive_sum(own[i]);
    begins[i] = inclusive - own[i];
    if (lane_of_thread() == warp_threads - 1) sums[i][warp_of_thread()] = inclusive;
  }
  if (threadIdx.x == 0) constant = 0;
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) {
    std::uint32_t counted = 0;
    for (unsigned warp = 0; warp < warps; ++warp) {
      if (warp < warp_of_thread()) begins[i] += sums[i][warp];
      counted += sums[i][warp];
    }
    const std::uint32_t of_zero = n - counted;
    if (own[i] == n || of_zero == n) atomicOr(&constant, 1u << i);
    begins[i] = threadIdx.x == 0 ? 0 : begins[i] + of_zero;
  }
  __syncthreads();
  unsigned passes = 0;
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) {
    if ((constant >> i & 1u) != 0) continue;
    plan->begins[passes][threadIdx.x] = begins[i];
    if (threadIdx.x == 0) plan->digits[passes] = digit_number(i, range.bits);
    ++passes;
  }
  if (threadIdx.x < most_passes) plan->tickets[threadIdx.x] = 0;
  if (threadIdx.x != 0) return;
  plan->range = range;
  plan->passes = passes;
}

/// The range that was given is wrong, so nothing is known of the keys: this block counts them all again. It takes
/// milliseconds, and the order is right.
__device__ inline void count_again(Counts& counts, const std::uint32_t* keys, std::uint32_t n) {
  clear(counts);
  const Digits digits(Range{}.bits);
  for (std::uint32_t i = threadIdx.x; i < n; i += count_threads) {
    digits.count(counts, read_shared_by_blocks(keys + i));
  }
  __syncthreads();
}

/// Lists a near key, as long as there are few.
__device__ __forceinline__ void keep_near(State* state, Plan* plan, Word word) {
  if (read_shared_by_blocks(&state->near_count) > most_near) return;
  const std::uint32_t slot = atomicAdd(&state->near_count, 1u);
  if (slot < most_near) plan->near[slot] = word;
}

/// What the counts of the digits change by where near keys are sorted as the smallest of them. One block.
__device__ inline void count_near_as_one(Counts& changes, const Digits& digits, const Plan* plan, std::uint32_t near) {
  clear(changes);
  for (std::uint32_t i = threadIdx.x; i < near; i += count_threads) {
    const auto* word = reinterpret_cast<const std::uint32_t*>(&plan->near[i]);
    const std::uint32_t above = read_shared_by_blocks(word + 1);  // its key
    for (unsigned k = 0; k + 1 < most_passes; ++k) {
      const std::uint32_t value = digit_of(above, digits.number[k]);
      if (value != 0) atomicSub(&changes[k][value], 1u);
      atomicAdd(&changes[k][digit_of(near_from, digits.number[k])], 1u);
    }
  }
  __syncthreads();
}

/// `given` is the range where the host knows it; else it is in the plan. `cleared` are words that the first pass wants
/// to be zero.
template <class Keys>
__global__ void __launch_bounds__(count_threads)
    count_keys(Keys keys, std::uint32_t n, Range given, bool is_given, State* state, Plan* plan,
               std::uint32_t* __restrict__ cleared, std::uint32_t cleared_words) {
  __shared__ Counts counts;
  wait_for_kernels_before();
  const Range range = is_given ? given : plan->range;
  clear(counts);
  for (std::uint32_t i = blockIdx.x * count_threads + threadIdx.x; i < cleared_words; i += gridDim.x * count_threads) {
    cleared[i] = 0;
  }
  bool misfit = false;
  const Digits digits(range.bits);
  for_each_key(keys, n, !is_given, [&](std::uint32_t key, std::uint32_t i) {
    const std::uint32_t above = above_floor(key, range.floor);
    misfit = misfit || misfits(key, range);
    digits.count(counts, above);
    if (may_have_near(range) && above >= near_from) keep_near(state, plan, pack(above, i));
  });
  if (misfit) atomicOr(&state->misfit, 1u);
  __syncthreads();
#pragma unroll
  for (unsigned i = 0; i < most_passes; ++i) {
    const std::uint32_t count = counts[i][threadIdx.x];
    if (count != 0) atomicAdd(&state->counts[i][threadIdx.x], count);
  }
  if (!is_last_block(&state->blocks_done)) return;
  const bool again = read_shared_by_blocks(&state->misfit) != 0;
  const std::uint32_t near = again ? 0 : read_shared_by_blocks(&state->near_count);
  const bool few_near = near != 0 && near <= most_near;
  if (again) {
    count_again(counts, keys.keys, n);
  } else if (few_near) {
    count_near_as_one(counts, digits, plan, near);
  }
  make_plan(plan, again ? Range{} : range, n, [&](unsigned i) {
    const std::uint32_t all = read_shared_by_blocks(&state->counts[i][threadIdx.x]);
    state->counts[i][threadIdx.x] = 0;
    if (again) return counts[i][threadIdx.x];
    if (!few_near) return all;
    return i + 1 < most_passes ? all + counts[i][threadIdx.x] : 0;
  });
  if (threadIdx.x != 0) return;
  plan->ceiling = few_near ? near_from : ~0u;
  plan->near_count = few_near ? near : 0;
  state->misfit = state->near_count = 0;
}

}  // namespace farfirst::cuda::farfirst
