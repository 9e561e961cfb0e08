#pragma once
// Dictionary encoding of keys that have few distinct values, however often each occurs: layers of a grid seen along an
// axis, classes, quantized depths. A pass over the keys collects the distinct values. If they are few, each key is
// replaced by its code, the rank of its value, which is a single digit. So one pass sorts what would take up to four.

#include <cuda_runtime.h>

#include <cstdint>

#include "count.cuh"
#include "cuda/prim/block.cuh"
#include "extent.cuh"
#include "memory.cuh"
#include "plan.h"
#include "stages.cuh"

namespace farfirst::cuda::farfirst {

/// A hash table of values, with open addressing in `dictionary_slots` words that are zero at first. A word holds the
/// inverse of a value, so the value of all ones cannot be held.
class DictionaryTable {
 public:
  __device__ explicit DictionaryTable(std::uint32_t* words) : words_(words) {}

  static constexpr unsigned nowhere = ~0u;
  /// Returns the slot of a value and inserts the value if it is not there; returns nowhere after so many probes that
  /// met other values. `is_new` is set for the one thread that inserted it.
  __device__ __forceinline__ unsigned put(std::uint32_t value, unsigned most_probes, bool& is_new) const {
    const std::uint32_t word = ~value;
    unsigned slot = first_slot(value);
    for (unsigned probe = 0; word != 0 && probe < most_probes; ++probe, slot = (slot + 1) % dictionary_slots) {
      std::uint32_t there = load_volatile(&words_[slot]);
      if (there == 0) {
        there = atomicCAS(&words_[slot], 0u, word);
        is_new = there == 0;
        if (is_new) return slot;
      }
      if (there == word) return slot;
    }
    return nowhere;
  }
  /// The slot of a value that is in the table.
  __device__ __forceinline__ unsigned slot_of(std::uint32_t value) const {
    unsigned slot = first_slot(value);
    for (unsigned probe = 0; words_[slot] != ~value && probe < dictionary_slots; ++probe)
      slot = (slot + 1) % dictionary_slots;
    return slot;
  }
  template <unsigned threads>
  __device__ void clear() const {
    for (unsigned slot = threadIdx.x; slot < dictionary_slots; slot += threads) words_[slot] = 0;
  }
  __device__ std::uint32_t word(unsigned slot) const { return words_[slot]; }

 private:
  /// Multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4).
  __device__ static unsigned first_slot(std::uint32_t value) {
    return (value * 0x9E3779B1u) >> (32 - dictionary_slot_bits);
  }

  std::uint32_t* const words_;
};

/// The input and output of encode_keys().
struct DictionaryJob {
  Counted counted;                     // its `cleared` words are those of the second pass
  Word* items;                         // where the first pass would write: encoding replaces it
  const std::uint32_t* ids = nullptr;  // ids_of_elements()
};

/// The shape of a block that encodes keys.
struct EncoderBlock {
  static constexpr unsigned threads = 1024, warps = threads / warp_threads;
};

/// A block that builds the dictionary and encodes keys with it. Its table lies in shared memory after the counters.
class DictionaryEncoder : Counter<EncoderBlock> {
  using Base = Counter<EncoderBlock>;

 public:
  static constexpr std::size_t shared_bytes =
      sizeof(Counts) + dictionary_slots * (sizeof(std::uint32_t) + sizeof(std::uint16_t));

  __device__ DictionaryEncoder(const DictionaryJob& job, Stages& stages)
      : Base(job.counted, stages),
        items_(job.items),
        ids_(job.ids),
        table_(reinterpret_cast<std::uint32_t*>(&counts_ + 1)) {}

  /// Writes the distinct keys to the plan and returns how many there are; 0 if there are too many.
  __device__ std::uint32_t build() {
    __shared__ std::uint32_t count;
    table_.clear<threads>();
    if (threadIdx.x == 0) count = 0;
    const std::uint32_t first = stages_.enter(build_dictionary, {});
    bool too_many = false;
    const std::uint32_t done = stages_.for_items(build_dictionary, first, chunks_, [&](std::uint32_t number) {
      with_narrow_keys(job_.source, [&](const auto& keys) {
        for_each_key(keys, number, [&](std::uint32_t key, std::uint32_t) {
          if (too_many) return;
          bool is_new = false;
          too_many = table_.put(key, most_probes, is_new) == DictionaryTable::nowhere;
          if (is_new) too_many = atomicAdd(&count, 1u) >= most_dictionary;
        });
      });
    });
    if (done != 0) merge_dictionary(__syncthreads_or(too_many) != 0);
    if (stages_.finish_last(build_dictionary, done, chunks_)) {
      sort_dictionary();
      stages_.finish(build_dictionary, 1);
    }
    stages_.wait(when_done(build_dictionary));
    return job_.plan->dictionary_size;
  }

  /// Writes items that hold codes instead of keys, and makes the plan of the one pass that sorts them.
  template <bool plain>
  __device__ void encode() {
    if (threadIdx.x < most_dictionary) counts()[threadIdx.x] = 0;
    load_dictionary();
    const std::uint32_t first = stages_.enter(count_digits, {});
    const auto keys = KeptKeys::of(job_.source.given != nullptr ? job_.source.given : job_.source.made, Scale::number);
    const std::uint32_t done = stages_.for_items(count_digits, first, chunks_, [&](std::uint32_t chunk) {
      const std::uint32_t turned = chunks_ - 1 - chunk;  // the cache may still have the keys that build() read last
      clear_for_first_pass(chunk);
      encode_chunk<plain>(keys, chunk_begin(turned), min(chunk_begin(turned + 1), job_.n));
    });
    __syncthreads();
    if (done != 0 && threadIdx.x < most_dictionary && counts()[threadIdx.x] != 0) {
      atomicAdd(&job_.state->counts[0][threadIdx.x], counts()[threadIdx.x]);
    }
    if (stages_.finish_last(count_digits, done, chunks_)) make_plan();
  }

 private:
  static constexpr unsigned most_probes = 32;  // if more are needed, there are too many values

  /// Merges the block's values into those of all blocks.
  __device__ void merge_dictionary(bool too_many) const {
    const DictionaryTable all(job_.state->dictionary_table);
    bool is_new = false;
    for (unsigned slot = threadIdx.x; slot < dictionary_slots && !too_many; slot += threads) {
      const std::uint32_t word = table_.word(slot);
      if (word != 0) too_many = all.put(~word, most_probes, is_new) == DictionaryTable::nowhere;
    }
    if (too_many) store_volatile(&job_.state->too_many, 1);
  }

  /// The last block writes all values to the plan, ascending, and sets the state to zero.
  __device__ void sort_dictionary() const {
    constexpr unsigned own_slots = dictionary_slots / threads;
    State* state = job_.state;
    std::uint32_t own[own_slots], own_count = 0;
#pragma unroll
    for (unsigned j = 0; j < own_slots; ++j) {
      std::uint32_t& word = state->dictionary_table[j * threads + threadIdx.x];
      own[j] = load_volatile(&word);
      word = 0;
      own_count += own[j] != 0 ? 1 : 0;
    }
    std::uint32_t size = 0, at = block_exclusive_sum<threads>(own_count, size);
    const bool are_few = load_volatile(&state->too_many) == 0 && size <= most_dictionary;
    std::uint32_t* listed = counts();
#pragma unroll
    for (unsigned j = 0; j < own_slots; ++j) {
      if (are_few && own[j] != 0) listed[at++] = ~own[j];
    }
    __syncthreads();
    if (are_few && threadIdx.x < size) {
      std::uint32_t smaller = 0;
      for (std::uint32_t k = 0; k < size; ++k) smaller += listed[k] < listed[threadIdx.x] ? 1 : 0;
      job_.plan->dictionary[smaller] = listed[threadIdx.x];
    }
    if (threadIdx.x != 0) return;
    job_.plan->dictionary_size = are_few ? size : 0;
    state->too_many = 0;
  }

  /// The number of keys with each code.
  __device__ std::uint32_t* counts() const { return counts_[0]; }
  /// The code of the value in each slot of the table.
  __device__ std::uint16_t* codes() const {
    return reinterpret_cast<std::uint16_t*>(reinterpret_cast<std::uint32_t*>(&counts_ + 1) + dictionary_slots);
  }
  /// Fills the table from the plan. Has barriers, the last one at the end.
  __device__ void load_dictionary() const {
    table_.clear<threads>();
    __syncthreads();
    if (threadIdx.x < job_.plan->dictionary_size) {
      bool is_new = false;
      codes()[table_.put(job_.plan->dictionary[threadIdx.x], dictionary_slots, is_new)] =
          static_cast<std::uint16_t>(threadIdx.x);
    }
    __syncthreads();
  }

  template <bool plain, class Keys>
  __device__ void encode_chunk(const Keys& keys, std::uint32_t begin, std::uint32_t end) const {
    const auto item = [&](std::uint32_t key, std::uint32_t i) -> Word {
      const std::uint32_t code = codes()[table_.slot_of(key)];
      atomicAdd(&counts()[code], 1u);
      return pack(code, id_of<plain>(ids_, i));
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

  /// The last block makes the plan: two passes, the first of which is done. It sets the counts to zero.
  __device__ void make_plan() const {
    State* state = job_.state;
    Plan* plan = job_.plan;
    std::uint32_t count = 0, all = 0;
    if (threadIdx.x < most_dictionary) {
      count = load_volatile(&state->counts[0][threadIdx.x]);
      state->counts[0][threadIdx.x] = 0;
    }
    const std::uint32_t begin = block_exclusive_sum<threads>(count, all);
    if (threadIdx.x < most_dictionary) plan->offsets[1][threadIdx.x] = begin;
    if (threadIdx.x != 0) return;
    const std::uint32_t bits = max(bits_of_number(plan->dictionary_size - 1), 1u);
    plan->range = {0, bits};
    plan->digits[1] = {0, (1u << bits) - 1};
    plan->passes = 2;
    plan->near_count = 0;
    state->finished[first_pass] = job_.n;  // tiles are fewer
    state->shortcut = keys_encoded;
  }

  Word* const items_;
  const std::uint32_t* const ids_;
  const DictionaryTable table_;
};

/// All blocks of a kernel before the radix passes call it, with the threads of EncoderBlock and the shared memory of
/// DictionaryEncoder::shared_bytes. Afterwards the second of two passes is left to do, and State::shortcut says so. If
/// there are too many values nothing is changed.
template <bool plain>
__device__ __forceinline__ void encode_keys(const DictionaryJob& job) {
  Stages stages(job.counted.state);
  DictionaryEncoder encoder(job, stages);
  if (encoder.build() != 0) encoder.encode<plain>();
}

}  // namespace farfirst::cuda::farfirst
