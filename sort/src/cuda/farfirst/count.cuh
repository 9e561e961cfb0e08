#pragma once
// What comes before the passes: the range of the keys where nothing tells it, then the counts of all digits in one
// sweep. Whichever stage reads the elements makes their keys on the way. The last block of the sweep makes the plan of
// the passes; if it finds that keys are not in the range that was told, all blocks count again by all bits.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "keys.cuh"
#include "plan.h"
#include "stages.cuh"

namespace farfirst::cuda::farfirst {

/// Counts in shared memory. Digits of value 0, of which there may be many, are not counted: what is left of n are
/// those.
using Counts = std::uint32_t[most_passes][most_digits];

/// What is counted, and what for.
struct Counted {
  Source source;
  Range range;          // of the keys
  bool range_is_known;  // else it is found, and in the plan
  std::uint32_t n;
  State* state;
  Plan* plan;
  std::uint32_t* cleared;  // words that the first pass wants to be zero
  std::uint32_t cleared_words;
};

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

/// A block that counts: a ticket is for as many keys as a tile of the passes has items.
template <class Tile>
class Counter {
 public:
  __device__ Counter(const Counted& job, Stages& stages)
      : job_(job),
        stages_(stages),
        chunks_((job.n + Tile::size - 1) / Tile::size),
        counts_(*dynamic_shared<Counts>()),
        thread_(forgotten(threadIdx.x)) {}

  /// A stage of counting is done, and so is what its last block makes of it.
  __device__ After when_done(unsigned stage) const { return {stage, chunks_ + 1}; }

  /// The range of the keys into the plan.
  __device__ __forceinline__ void find_range() {
    std::uint32_t largest = 0, largest_inverse = 0;
    const std::uint32_t first = stages_.enter(Stage::find_range, {});
    const std::uint32_t done = stages_.for_items(Stage::find_range, first, chunks_, [&](std::uint32_t number) {
      with_keys(job_.source, [&](const auto& keys) {
        for_each_key(keys, number, [&](std::uint32_t key, std::uint32_t) {
          largest = max(largest, key);
          if (key != 0) largest_inverse = max(largest_inverse, ~key);
        });
      });
    });
    largest = block_reduce<threads>(largest, Maximum());
    largest_inverse = block_reduce<threads>(largest_inverse, Maximum());
    State* state = job_.state;
    if (threadIdx.x == 0 && done != 0) {
      atomicMax(&state->largest, largest);
      atomicMax(&state->largest_inverse, largest_inverse);
    }
    if (!stages_.finish_last(Stage::find_range, done, chunks_)) return;
    if (threadIdx.x == 0) {
      const std::uint32_t smallest = ~read_shared_by_blocks(&state->largest_inverse);
      job_.plan->range = range_of(smallest, read_shared_by_blocks(&state->largest));
      state->largest = state->largest_inverse = 0;
    }
    stages_.finish(Stage::find_range, 1);
  }

  /// The counts of all digits, and the plan. `again`: the range did not hold.
  __device__ __forceinline__ void count(bool again) {
    Source source = job_.source;
    if (source.given == nullptr && (again || !job_.range_is_known)) source.given = source.made;
    clear_counts();
    const unsigned stage = again ? Stage::count_again : Stage::count_digits;
    const std::uint32_t first = stages_.enter(stage, before_counting(again));
    const Range range = again ? Range{} : job_.range_is_known ? job_.range : job_.plan->range;
    const Digits digits(range.bits);
    bool misfit = false;
    const std::uint32_t done = stages_.for_items(stage, first, chunks_, [&](std::uint32_t number) {
      // Those that the stage before read last come first: the cache may still have them.
      const std::uint32_t turned = job_.range_is_known ? number : chunks_ - 1 - number;
      clear_for_first_pass(number);
      with_keys(source, [&](const auto& keys) {
        for_each_key(keys, turned, [&](std::uint32_t key, std::uint32_t i) {
          const std::uint32_t above = above_floor(key, range.floor);
          misfit = misfit || misfits(key, range);
          digits.count(counts_, above);
          if (may_have_near(range) && above >= near_from) keep_near(pack(above, i));
        });
      });
    });
    if (misfit) atomicOr(&job_.state->misfit, 1u);
    if (done != 0) add_counts();
    if (!stages_.finish_last(stage, done, chunks_)) return;
    conclude(range, digits);
    stages_.finish(stage, 1);
  }

 private:
  static constexpr unsigned threads = Tile::threads, warps = Tile::warps;
  static constexpr unsigned own_values = most_digits / threads;  // of a digit, that a thread looks after

  __device__ unsigned own_value(unsigned j) const { return thread_ * own_values + j; }

  /// Calls f(key, its place) for the keys of a chunk.
  template <class Keys, class Function>
  __device__ __forceinline__ void for_each_key(const Keys& keys, std::uint32_t number, Function f) const {
    constexpr unsigned at_once = Keys::at_once;
    const std::uint32_t begin = number * Tile::size + thread_;
#pragma unroll 1
    for (unsigned row = 0; row < Tile::size; row += threads * at_once) {
      const auto place = [&](unsigned k) { return begin + row + k * threads; };
      decltype(keys.read(0)) read[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) read[k] = keys.read(min(place(k), job_.n - 1));  // no branch between them
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        if (place(k) >= job_.n) continue;
        const std::uint32_t key = keys.key(read[k]);
        keys.keep(place(k), key);
        f(key, place(k));
      }
    }
  }

  __device__ __forceinline__ void clear_counts() {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) counts_[i][own_value(j)] = 0;
    }
  }

  __device__ After before_counting(bool again) const {
    if (again) return when_done(Stage::count_digits);
    return job_.range_is_known ? After{} : when_done(Stage::find_range);
  }

  /// A share of what the first pass wants to be zero.
  __device__ __forceinline__ void clear_for_first_pass(std::uint32_t number) const {
    const std::uint32_t share = (job_.cleared_words + chunks_ - 1) / chunks_, begin = number * share;
    const std::uint32_t end = min(begin + share, job_.cleared_words);
    for (std::uint32_t i = begin + thread_; i < end; i += threads) job_.cleared[i] = 0;
  }

  /// Lists a near key, as long as there are few.
  __device__ __forceinline__ void keep_near(Word word) const {
    if (read_shared_by_blocks(&job_.state->near_count) > most_near) return;
    const std::uint32_t slot = atomicAdd(&job_.state->near_count, 1u);
    if (slot < most_near) job_.plan->near[slot] = word;
  }

  /// The block's counts to those of all.
  __device__ __forceinline__ void add_counts() {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        const std::uint32_t count = counts_[i][own_value(j)];
        if (count != 0) atomicAdd(&job_.state->counts[i][own_value(j)], count);
      }
    }
  }

  /// What the last block makes of all counts. The state is left zero.
  __device__ __forceinline__ void conclude(Range range, const Digits& digits) {
    State* state = job_.state;
    Plan* plan = job_.plan;
    const bool again = read_shared_by_blocks(&state->misfit) != 0;
    const std::uint32_t near = again ? 0 : read_shared_by_blocks(&state->near_count);
    const bool few_near = near != 0 && near <= most_near;
    std::uint32_t counts[most_passes][own_values];
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        counts[i][j] = read_shared_by_blocks(&state->counts[i][own_value(j)]);
        state->counts[i][own_value(j)] = 0;
      }
    }
    if (few_near) count_near_as_one(counts, digits, near);
    if (!again) make_plan(range, digits, counts);
    __syncthreads();  // all have read the state
    if (threadIdx.x != 0) return;
    if (again) plan->passes = no_plan;
    plan->ceiling = few_near ? near_from : ~0u;
    plan->near_count = few_near ? near : 0;
    state->misfit = state->near_count = 0;
  }

  /// Where near keys are sorted as the smallest of them, counts of digits change, and the last digit is none.
  __device__ __forceinline__ void count_near_as_one(std::uint32_t (&counts)[most_passes][own_values],
                                                    const Digits& digits, std::uint32_t near) {
    clear_counts();
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < near; i += threads) {
      const std::uint32_t above = key_of(read_of_others(&job_.plan->near[i]));
      for (unsigned k = 0; k + 1 < most_passes; ++k) {
        const std::uint32_t value = digit_of(above, digits.number[k]);
        if (value != 0) atomicSub(&counts_[k][value], 1u);
        atomicAdd(&counts_[k][digit_of(near_from, digits.number[k])], 1u);
      }
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        counts[i][j] = i + 1 < most_passes ? counts[i][j] + counts_[i][own_value(j)] : 0;
      }
    }
  }

  /// The digits in which keys differ get a pass each; those of value 0 follow from n. All digits are done at once: what
  /// costs time here is waiting.
  __device__ __forceinline__ void make_plan(Range range, const Digits& digits,
                                            const std::uint32_t (&counts)[most_passes][own_values]) {
    __shared__ std::uint32_t sums[most_passes][warps];
    __shared__ unsigned constant;  // a bit for each digit that all keys share
    Plan* plan = job_.plan;
    std::uint32_t before[most_passes];  // the values of this thread, in the end
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      std::uint32_t own = 0;
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) own += counts[i][j];
      const std::uint32_t inclusive = warp_inclusive_sum(own);
      before[i] = inclusive - own;
      if (lane_of_thread() == warp_threads - 1) sums[i][warp_of_thread()] = inclusive;
    }
    if (threadIdx.x == 0) constant = 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      std::uint32_t counted = 0;
#pragma unroll
      for (unsigned warp = 0; warp < warps; ++warp) {
        if (warp < warp_of_thread()) before[i] += sums[i][warp];
        counted += sums[i][warp];
      }
      const std::uint32_t of_zero = job_.n - counted;
      bool all = of_zero == job_.n;
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) all = all || counts[i][j] == job_.n;
      if (all) atomicOr(&constant, 1u << i);
      before[i] += of_zero;
    }
    __syncthreads();
    unsigned passes = 0;
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      if ((constant >> i & 1u) != 0) continue;
      std::uint32_t begin = before[i];
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        plan->begins[passes][own_value(j)] = own_value(j) == 0 ? 0 : begin;
        begin += counts[i][j];
      }
      if (threadIdx.x == 0) plan->digits[passes] = digits.number[i];
      ++passes;
    }
    if (threadIdx.x != 0) return;
    plan->range = range;
    plan->passes = passes;
  }

  const Counted& job_;
  Stages& stages_;
  const std::uint32_t chunks_;
  Counts& counts_;
  const unsigned thread_;
};

}  // namespace farfirst::cuda::farfirst
