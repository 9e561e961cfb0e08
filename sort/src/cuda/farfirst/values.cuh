#pragma once
// Where keys have few values, however often each occurs: layers of a grid seen along an axis, classes, quantized
// depths. A sweep lists the values. If they are few, each key is replaced by the number of its value, which is one
// digit, so that one pass sorts what would take up to four.

#include <cuda_runtime.h>

#include <cstdint>

#include "count.cuh"
#include "cuda/prim/block.cuh"
#include "memory.cuh"
#include "plan.h"
#include "stages.cuh"

namespace farfirst::cuda::farfirst {

/// Values, by open addressing in `value_slots` words that are zero at first. A word holds the inverse of a value, so
/// the value of all ones cannot be held.
class ValueTable {
 public:
  __device__ explicit ValueTable(std::uint32_t* words) : words_(words) {}

  static constexpr unsigned nowhere = ~0u;
  /// The slot of a value, which is put there if it was not; nowhere, if so many others are in its way. `is_new` is set
  /// for the one thread that put it there.
  __device__ __forceinline__ unsigned put(std::uint32_t value, unsigned most_probes, bool& is_new) const {
    const std::uint32_t word = ~value;
    unsigned slot = first_slot(value);
    for (unsigned probe = 0; word != 0 && probe < most_probes; ++probe, slot = (slot + 1) % value_slots) {
      std::uint32_t there = read_shared_by_blocks(&words_[slot]);
      if (there == 0) {
        there = atomicCAS(&words_[slot], 0u, word);
        is_new = there == 0;
        if (is_new) return slot;
      }
      if (there == word) return slot;
    }
    return nowhere;
  }
  /// The slot of a value that is there.
  __device__ __forceinline__ unsigned slot_of(std::uint32_t value) const {
    unsigned slot = first_slot(value);
    for (unsigned probe = 0; words_[slot] != ~value && probe < value_slots; ++probe) slot = (slot + 1) % value_slots;
    return slot;
  }
  template <unsigned threads>
  __device__ void clear() const {
    for (unsigned slot = threadIdx.x; slot < value_slots; slot += threads) words_[slot] = 0;
  }
  __device__ std::uint32_t word(unsigned slot) const { return words_[slot]; }

 private:
  /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
  __device__ static unsigned first_slot(std::uint32_t value) { return (value * 0x9E3779B1u) >> (32 - value_slot_bits); }

  std::uint32_t* const words_;
};

/// What is to be numbered: see number_keys().
struct ValuesJob {
  Counted counted;  // what it wants cleared is for the second pass
  Word* items;      // of the first pass, which is done with that
};

/// A block that numbers keys.
struct NumberingBlock {
  static constexpr unsigned threads = 1024, warps = threads / warp_threads;
};

/// A block that lists values, and numbers keys by them. Its table lies in shared memory behind what it counts in.
class Numberer : Counter<NumberingBlock> {
  using Base = Counter<NumberingBlock>;

 public:
  static constexpr std::size_t shared_bytes =
      sizeof(Counts) + value_slots * (sizeof(std::uint32_t) + sizeof(std::uint16_t));

  __device__ Numberer(const ValuesJob& job, Stages& stages)
      : Base(job.counted, stages), items_(job.items), table_(reinterpret_cast<std::uint32_t*>(&counts_ + 1)) {}

  /// The values of the keys into the plan. How many are there? None if they are too many.
  __device__ std::uint32_t list() {
    __shared__ std::uint32_t count;
    table_.clear<threads>();
    if (threadIdx.x == 0) count = 0;
    const std::uint32_t first = stages_.enter(list_values, {});
    bool too_many = false;
    const std::uint32_t done = stages_.for_items(list_values, first, chunks_, [&](std::uint32_t number) {
      with_unscaled_keys(job_.source, [&](const auto& keys) {
        for_each_key(keys, number, [&](std::uint32_t key, std::uint32_t) {
          if (too_many) return;
          bool is_new = false;
          too_many = table_.put(key, most_probes, is_new) == ValueTable::nowhere;
          if (is_new) too_many = atomicAdd(&count, 1u) >= most_values;
        });
      });
    });
    if (done != 0) tell_values(__syncthreads_or(too_many) != 0);
    if (stages_.finish_last(list_values, done, chunks_)) {
      order_values();
      stages_.finish(list_values, 1);
    }
    stages_.wait(when_done(list_values));
    return job_.plan->values;
  }

  /// Items with the numbers of the keys' values instead of keys, and the plan of the one pass that sorts these.
  __device__ void number() {
    if (threadIdx.x < most_values) counts()[threadIdx.x] = 0;
    take_values();
    const std::uint32_t first = stages_.enter(count_digits, {});
    const auto keys = KeptKeys<Scale::number>::of(job_.source.given != nullptr ? job_.source.given : job_.source.made);
    const std::uint32_t done = stages_.for_items(count_digits, first, chunks_, [&](std::uint32_t chunk) {
      const std::uint32_t turned = chunks_ - 1 - chunk;  // the cache may still have those that were listed last
      clear_for_first_pass(chunk);
      number_chunk(keys, begin_of(turned), min(begin_of(turned + 1), job_.n));
    });
    __syncthreads();
    if (done != 0 && threadIdx.x < most_values && counts()[threadIdx.x] != 0) {
      atomicAdd(&job_.state->counts[0][threadIdx.x], counts()[threadIdx.x]);
    }
    if (stages_.finish_last(count_digits, done, chunks_)) make_plan();
  }

 private:
  static constexpr unsigned most_probes = 32;  // more tell that there are too many values

  /// The block's values to those of all.
  __device__ void tell_values(bool too_many) const {
    const ValueTable all(job_.state->listed);
    bool is_new = false;
    for (unsigned slot = threadIdx.x; slot < value_slots && !too_many; slot += threads) {
      const std::uint32_t word = table_.word(slot);
      if (word != 0) too_many = all.put(~word, most_probes, is_new) == ValueTable::nowhere;
    }
    if (too_many) write_shared_by_blocks(&job_.state->too_many, 1);
  }

  /// What the last block makes of all values: in the plan they ascend. The state is left zero.
  __device__ void order_values() const {
    constexpr unsigned own_slots = value_slots / threads;
    State* state = job_.state;
    std::uint32_t own[own_slots], own_count = 0;
#pragma unroll
    for (unsigned j = 0; j < own_slots; ++j) {
      std::uint32_t& word = state->listed[j * threads + threadIdx.x];
      own[j] = read_shared_by_blocks(&word);
      word = 0;
      own_count += own[j] != 0 ? 1 : 0;
    }
    std::uint32_t values = 0, at = block_exclusive_sum<threads>(own_count, values);
    const bool are_few = read_shared_by_blocks(&state->too_many) == 0 && values <= most_values;
    std::uint32_t* listed = counts();
#pragma unroll
    for (unsigned j = 0; j < own_slots; ++j) {
      if (are_few && own[j] != 0) listed[at++] = ~own[j];
    }
    __syncthreads();
    if (are_few && threadIdx.x < values) {
      std::uint32_t smaller = 0;
      for (std::uint32_t k = 0; k < values; ++k) smaller += listed[k] < listed[threadIdx.x] ? 1 : 0;
      job_.plan->value[smaller] = listed[threadIdx.x];
    }
    if (threadIdx.x != 0) return;
    job_.plan->values = are_few ? values : 0;
    state->too_many = 0;
  }

  /// Of values, by their numbers.
  __device__ std::uint32_t* counts() const { return counts_[0]; }
  /// The number of the value in each slot of the table.
  __device__ std::uint16_t* numbers() const {
    return reinterpret_cast<std::uint16_t*>(reinterpret_cast<std::uint32_t*>(&counts_ + 1) + value_slots);
  }
  /// The values of the plan into the table. Has barriers, the last one at the end.
  __device__ void take_values() const {
    table_.clear<threads>();
    __syncthreads();
    if (threadIdx.x < job_.plan->values) {
      bool is_new = false;
      numbers()[table_.put(job_.plan->value[threadIdx.x], value_slots, is_new)] =
          static_cast<std::uint16_t>(threadIdx.x);
    }
    __syncthreads();
  }

  template <class Keys>
  __device__ void number_chunk(const Keys& keys, std::uint32_t begin, std::uint32_t end) const {
    const auto item = [&](std::uint32_t key, std::uint32_t i) -> Word {
      const std::uint32_t number = numbers()[table_.slot_of(key)];
      atomicAdd(&counts()[number], 1u);
      return pack(number, i);
    };
    const std::uint32_t in_fours = keys.in_fours ? end - (end - begin) % 4 : begin;
#pragma unroll 2
    for (std::uint32_t i = begin + 4 * threadIdx.x; i < in_fours; i += 4 * threads) {
      const uint4 four = keys.load_four(i);
      auto* to = reinterpret_cast<ulonglong2*>(items_ + i);
      to[0] = make_ulonglong2(item(four.x, i), item(four.y, i + 1));
      to[1] = make_ulonglong2(item(four.z, i + 2), item(four.w, i + 3));
    }
    for (std::uint32_t i = in_fours + threadIdx.x; i < end; i += threads) items_[i] = item(keys.take(i), i);
  }

  /// What the last block makes of all counts: a plan of two passes, the first of which is done. Counts are left zero.
  __device__ void make_plan() const {
    State* state = job_.state;
    Plan* plan = job_.plan;
    std::uint32_t count = 0, all = 0;
    if (threadIdx.x < most_values) {
      count = read_shared_by_blocks(&state->counts[0][threadIdx.x]);
      state->counts[0][threadIdx.x] = 0;
    }
    const std::uint32_t begin = block_exclusive_sum<threads>(count, all);
    if (threadIdx.x < most_values) plan->begins[1][threadIdx.x] = begin;
    if (threadIdx.x != 0) return;
    const std::uint32_t bits = max(bits_of_number(plan->values - 1), 1u);
    plan->range = {0, bits};
    plan->digits[1] = {0, (1u << bits) - 1};
    plan->passes = 2;
    plan->near_count = 0;
    state->finished[first_pass] = job_.n;  // tiles are fewer
    state->unswept = are_numbered;
  }

  Word* const items_;
  const ValueTable table_;
};

/// All blocks of a kernel before the passes, as NumberingBlock says. What is left to do for the passes is the second of
/// two, unless there are too many values: then nothing is done, and the result is false in all blocks. Shared memory:
/// Numberer::shared_bytes.
__device__ __forceinline__ bool number_keys(const ValuesJob& job) {
  Stages stages(job.counted.state);
  Numberer numberer(job, stages);
  if (numberer.list() == 0) return false;
  numberer.number();
  return true;
}

}  // namespace farfirst::cuda::farfirst
