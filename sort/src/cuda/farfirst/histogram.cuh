#pragma once
// The stages before the radix passes: the range of the keys, if it is unknown; then the histogram pass, which counts
// all digits. Whichever stage reads the elements makes their keys on the way. The last block of the histogram pass
// makes the plan of the radix passes. If it finds keys outside the expected range, all blocks count again with the
// actual range.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "keys.cuh"
#include "plan.h"
#include "ticket_scheduler.cuh"

namespace farfirst::cuda::farfirst {

/// Counts in shared memory. The hardware combines lanes of a warp that count the same value, so equal values cost
/// nothing.
using Counts = std::uint32_t[most_passes][most_digits];

/// The input and the outputs of the histogram pass.
struct HistogramJob {
  Source source;
  Range range;          // of the keys
  bool range_is_known;  // to the host; otherwise it is the last call's, or it is found and written to the plan
  Range guess;          // in place of the last call's, if there was none; no bits: there is no guess
  std::uint32_t n;
  State* state;
  Plan* plan;
  std::uint32_t* cleared;  // words that must be zero before the first pass
  std::uint32_t cleared_words;
};

struct Digits {
  Digit number[most_passes];
  bool are_four;  // otherwise the last one is unused
  __device__ explicit Digits(std::uint32_t bits) : are_four(bits > most_known_bits) {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) number[i] = digit_number(i, bits);
  }
  __device__ __forceinline__ void count(Counts& counts, std::uint32_t above) const {
#pragma unroll
    for (unsigned i = 0; i + 1 < most_passes; ++i) atomicAdd(&counts[i][digit_of(above, number[i])], 1u);
    if (are_four) atomicAdd(&counts[most_passes - 1][digit_of(above, number[most_passes - 1])], 1u);
  }
};

/// A block that counts. It takes tickets for chunks of keys. The first chunks are large, one for each block, since the
/// warps of a block wait for each other between tickets. The others are as small as possible, so that all blocks end
/// together.
template <class Tile>
class HistogramBlock {
 public:
  __device__ HistogramBlock(const HistogramJob& job, TicketScheduler& scheduler)
      : job_(job),
        scheduler_(scheduler),
        last_(job.state->last.bits != 0 ? job.state->last : job.guess),
        large_(job.n / 4 * 3 / gridDim.x / row_keys * row_keys),
        large_ones_(large_ != 0 ? gridDim.x : 0),
        chunks_(large_ones_ + (job.n - large_ones_ * large_ + row_keys - 1) / row_keys),
        counts_(*dynamic_shared<Counts>()),
        thread_(opaque(threadIdx.x)) {}

  /// The condition that a stage of counting is done, including its last block's conclusion.
  __device__ After when_done(unsigned stage) const { return {stage, chunks_ + 1}; }

  /// True if there is a range to count by. Once a call has one, it always has, so blocks that begin after the counting
  /// has ended do not look for it.
  __device__ bool range_is_known() const { return job_.range_is_known || last_.bits != 0; }

  /// Finds the range of the keys and writes it to the plan.
  __device__ __forceinline__ void find_range() {
    const std::uint32_t first = scheduler_.enter(Stage::find_range, {});
    const std::uint32_t done = scheduler_.for_items(Stage::find_range, first, chunks_, [&](std::uint32_t number) {
      with_narrow_keys(job_.source,
                       [&](const auto& keys) { for_each_key(keys, number, [&](std::uint32_t key) { widen(key); }); });
    });
    if (done != 0) merge_range();
    if (!scheduler_.finish_last(Stage::find_range, done, chunks_)) return;
    if (threadIdx.x == 0) {
      job_.plan->range = range_of(smallest_of_all(), largest_of_all());
      job_.state->range_was_wrong = 1;
    }
    scheduler_.finish(Stage::find_range, 1);
  }

  /// Counts all digits and makes the plan. `again`: keys were outside the expected range.
  __device__ __forceinline__ void count(bool again) {
    const bool keys_are_made = again || !range_is_known();
    Source source = job_.source;
    if (source.given == nullptr && keys_are_made) source.given = source.made;
    clear_counts();
    const unsigned stage = again ? Stage::count_again : Stage::count_digits;
    const std::uint32_t first = scheduler_.enter(stage, before_counting(again));
    if (first >= chunks_) return;  // the last block may be writing the plan
    const Range range = keys_are_made ? job_.plan->range : job_.range_is_known ? job_.range : last_;
    const Digits digits(range.bits);
    const std::uint32_t done = scheduler_.for_items(stage, first, chunks_, [&](std::uint32_t number) {
      // Starts with the keys that the last stage read last, since the cache may still hold them.
      const std::uint32_t turned = keys_are_made ? chunks_ - 1 - number : number;
      clear_for_first_pass(number);
      with_narrow_keys(source, [&](const auto& keys) {
        for_each_key(keys, turned, [&](std::uint32_t key) {
          widen(key);
          digits.count(counts_, above_floor(key, range.floor));
        });
      });
    });
    if (done != 0) {
      merge_range();
      add_counts();
    }
    if (!scheduler_.finish_last(stage, done, chunks_)) return;
    conclude(range, digits);
    scheduler_.finish(stage, 1);
  }

 private:
  static constexpr unsigned threads = Tile::threads, warps = Tile::warps;
  static constexpr unsigned at_once = 8;  // keys that a thread reads before it waits
  static constexpr unsigned row_keys = threads * at_once;
  static constexpr unsigned own_values = (most_digits + threads - 1) / threads;  // values of a digit per thread

  __device__ unsigned own_value(unsigned j) const { return thread_ * own_values + j; }

  /// The begin of a chunk. Large chunks come first.
  __device__ std::uint32_t chunk_begin(std::uint32_t number) const {
    return min(number, large_ones_) * large_ + (max(number, large_ones_) - large_ones_) * row_keys;
  }

  /// Calls f(key) for the keys of a chunk.
  template <class Keys, class Function>
  __device__ __forceinline__ void for_each_key(const Keys& keys, std::uint32_t number, Function f) const {
    const std::uint32_t begin = chunk_begin(number), end = chunk_begin(number + 1);
    if (keys.in_fours && end <= job_.n) {
      for_fours(keys, begin, end, f);
    } else {
      for_ones(keys, begin, end, f);
    }
  }
  template <class Keys, class Function>
  __device__ __forceinline__ void for_fours(const Keys& keys, std::uint32_t begin, std::uint32_t end,
                                            Function f) const {
    const auto place = [&](std::uint32_t row, unsigned k) { return row + k * threads + 4 * thread_; };
    typename Keys::Four fours[at_once / 4];
#pragma unroll
    for (unsigned k = 0; k < at_once; k += 4) fours[k / 4] = keys.load_four(place(begin, k));
#pragma unroll 1
    for (std::uint32_t row = begin; row < end; row += row_keys) {
      std::uint32_t key[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; k += 4) keys.make_four(fours[k / 4], key + k);
      if (row + row_keys < end) {  // load the next row while this one is counted
#pragma unroll
        for (unsigned k = 0; k < at_once; k += 4) fours[k / 4] = keys.load_four(place(row + row_keys, k));
      }
#pragma unroll
      for (unsigned k = 0; k < at_once; k += 4) keys.keep_four(place(row, k), key + k);
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) f(key[k]);
    }
  }
  template <class Keys, class Function>
  __device__ __forceinline__ void for_ones(const Keys& keys, std::uint32_t begin, std::uint32_t end, Function f) const {
#pragma unroll 1
    for (std::uint32_t row = begin; row < end; row += row_keys) {
      const auto place = [&](unsigned k) { return row + k * threads + thread_; };
      std::uint32_t key[at_once];
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) key[k] = keys.take(min(place(k), job_.n - 1));  // no branch between them
#pragma unroll
      for (unsigned k = 0; k < at_once; ++k) {
        if (place(k) >= job_.n) continue;
        keys.keep(place(k), key[k]);
        f(key[k]);
      }
    }
  }

  __device__ __forceinline__ void widen(std::uint32_t key) {
    largest_ = max(largest_, key);
    if (key != 0) largest_inverse_ = max(largest_inverse_, ~key);
  }
  /// Merges the range of this block's keys into that of all keys. Has barriers.
  __device__ __forceinline__ void merge_range() {
    const uint2 range = block_maxima<threads>(make_uint2(largest_, largest_inverse_));
    if (threadIdx.x != 0) return;
    atomicMax(&job_.state->largest, range.x);
    atomicMax(&job_.state->largest_inverse, range.y);
  }
  __device__ std::uint32_t smallest_of_all() const { return ~load_relaxed(&job_.state->largest_inverse); }
  __device__ std::uint32_t largest_of_all() const { return load_relaxed(&job_.state->largest); }

  __device__ __forceinline__ void clear_counts() {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) counts_[i][own_value(j)] = 0;
    }
  }

  __device__ After before_counting(bool again) const {
    if (again) return when_done(Stage::count_digits);
    return range_is_known() ? After{} : when_done(Stage::find_range);
  }

  /// Clears this chunk's share of the words that must be zero before the first pass.
  __device__ __forceinline__ void clear_for_first_pass(std::uint32_t number) const {
    const std::uint32_t share = (job_.cleared_words + chunks_ - 1) / chunks_, begin = number * share;
    const std::uint32_t end = min(begin + share, job_.cleared_words);
    for (std::uint32_t i = begin + thread_; i < end; i += threads) job_.cleared[i] = 0;
  }

  /// Adds the block's counts to those of all blocks.
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

  /// Takes the counts of all blocks for this thread's values of a digit, and clears them in the state.
  __device__ __forceinline__ void take_counts(std::uint32_t (&counts)[most_passes][own_values]) const {
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        counts[i][j] = load_relaxed(&job_.state->counts[i][own_value(j)]);
        job_.state->counts[i][own_value(j)] = 0;
      }
    }
  }

  /// The last block makes the plan from all counts, and clears the state.
  __device__ __forceinline__ void conclude(Range range, const Digits& digits) {
    State* state = job_.state;
    Plan* plan = job_.plan;
    const std::uint32_t smallest = smallest_of_all(), largest = largest_of_all();  // of the keys that are not 0, if any
    const bool again = smallest <= largest && (misfits(smallest, range) || misfits(largest, range));
    std::uint32_t counts[most_passes][own_values];
    take_counts(counts);
    if (!again) make_plan(range, digits, counts);
    __syncthreads();  // all have read the state
    if (threadIdx.x != 0) return;
    if (again) {
      plan->passes = no_plan;
      plan->range = range_of(smallest, largest);
      state->range_was_wrong = 1;
      state->drifts = job_.range_is_known ? state->drifts : 1;
    } else {
      keep_range();
    }
  }

  /// Keeps the range for the next call, unless the host gave it: that would be no help to calls without one.
  __device__ void keep_range() const {
    State* state = job_.state;
    if (!job_.range_is_known) {
      const std::uint32_t smallest = smallest_of_all(), largest = largest_of_all();
      state->last = state->drifts != 0 ? range_with_room(smallest, largest) : range_of(smallest, largest);
    }
    state->largest = state->largest_inverse = 0;
  }

  /// Plans a pass for each digit in which keys differ. All digits are handled at once, since the cost here is
  /// waiting.
  __device__ __forceinline__ void make_plan(Range range, const Digits& digits,
                                            const std::uint32_t (&counts)[most_passes][own_values]) {
    __shared__ std::uint32_t sums[most_passes][warps];
    __shared__ unsigned differing;  // a bit for each digit in which keys differ
    Plan* plan = job_.plan;
    std::uint32_t before[most_passes];  // finally, the number of keys before this thread's values
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      std::uint32_t own = 0;
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) own += counts[i][j];
      const std::uint32_t inclusive = warp_inclusive_sum(own);
      before[i] = inclusive - own;
      if (lane_of_thread() == warp_threads - 1) sums[i][warp_of_thread()] = inclusive;
    }
    if (threadIdx.x == 0) differing = 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
#pragma unroll
      for (unsigned warp = 0; warp < warps; ++warp) {
        if (warp < warp_of_thread()) before[i] += sums[i][warp];
      }
      bool differs = false;
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) differs = differs || (counts[i][j] != 0 && counts[i][j] != job_.n);
      if (differs) atomicOr(&differing, 1u << i);
    }
    __syncthreads();
    unsigned passes = 0;
#pragma unroll
    for (unsigned i = 0; i < most_passes; ++i) {
      if ((differing >> i & 1u) == 0) continue;
      std::uint32_t begin = before[i];
#pragma unroll
      for (unsigned j = 0; j < own_values; ++j) {
        plan->offsets[passes][own_value(j)] = begin;
        begin += counts[i][j];
      }
      if (threadIdx.x == 0) plan->digits[passes] = digits.number[i];
      ++passes;
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    plan->range = range;
    store_release(&plan->passes, passes);  // a block may read it before it waits for this stage
  }

  const HistogramJob& job_;
  TicketScheduler& scheduler_;
  const Range last_;                // of the last call, or the guess
  const std::uint32_t large_;       // keys of a large chunk
  const std::uint32_t large_ones_;  // the number of large chunks
  const std::uint32_t chunks_;      // large and small ones
  Counts& counts_;
  const unsigned thread_;
  std::uint32_t largest_ = 0, largest_inverse_ = 0;  // of the keys that this thread read
};

}  // namespace farfirst::cuda::farfirst
