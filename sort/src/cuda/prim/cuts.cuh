#pragma once
// Cuts of an order that give every GPU a share of a given size: the words (key, index) with exactly the given ranks
// among the keys of all GPUs. So the host knows the sizes of shares, and no distribution of keys makes them
// unequal.
//
// A sample of all keys brackets each cut's key, most probably, between two keys. One pass over the keys counts those
// below the bracket and collects those inside: 1.6 to 3 % of all. Among those the rank is found digit by digit. If the
// sample was wrong, the same passes read all keys instead. Every GPU computes the same result by itself, from the
// counts of all GPUs.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/split_by_rank.h"

namespace farfirst::cuda {

inline constexpr unsigned cut_threads = 512, cut_items = 16;
static_assert(cut_threads * cut_items == cut_tile);
inline constexpr unsigned choice_threads = 1024;

/// The search for one cut.
struct Cut {
  std::uint32_t low, high;  // the bracket from the sample
  std::uint32_t all;        // not 0: the sample was wrong, so all keys are searched
  std::uint32_t found;      // not 0: `key` and `equals` are valid
  // The state of the search: key - base, of which the bits above `bits` are `prefix`; and the rank among those.
  std::uint32_t base, bits, prefix, rank;
  // The result: elements below the cut have a smaller key, or are among the first `equals` with this key.
  std::uint32_t key, equals;
};

/// The counts of one GPU for one cut.
struct Tally {
  std::uint32_t below, low_equal, inside, high_equal;  // inside: between low and high
};

/// The counts of all members, as one of them reads them: in their memory, or in its own, if they were sent. The offset
/// is the same in everyone's memory.
struct Everyone {
  const std::byte* memory[most_members];
  unsigned members;

  template <class T>
  __device__ const T* of(unsigned member, std::size_t place) const {
    return reinterpret_cast<const T*>(memory[member] + place);
  }
};
/// The place where a member writes data for all: in everyone's memory, or in its own, to be sent from there.
struct Receivers {
  std::uint32_t* words[most_members];
  unsigned count;

  __device__ void write(std::size_t i, std::uint32_t word) const {
    for (unsigned r = 0; r < count; ++r) words[r][i] = word;
  }
};

/// Kernels with a gate do nothing unless the word has the value; null: they always run.
struct Gate {
  const std::uint32_t* word = nullptr;
  std::uint32_t value = 0;
  __device__ bool is_shut() const { return word != nullptr && *word != value; }
};

/// The ranks to search, and the number of elements.
struct Ranks {
  unsigned cuts;
  std::uint32_t n;
  std::uint32_t rank[most_members];                    // n: after everything
  std::int32_t low[most_members], high[most_members];  // of the sample; -1 and sampled: beyond its ends
};

__device__ inline std::uint32_t random_place(std::uint32_t i, std::uint32_t n) {  // MurmurHash3's finalizer
  std::uint32_t h = i + 0x9E3779B9u;
  h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  h ^= h >> 16;
  return static_cast<std::uint32_t>((std::uint64_t{h} * n) >> 32);
}

/// The keys of the sample from number `first` on are random ones of this member's keys.
template <class Keys>
__global__ void sample_keys(Keys keys, std::uint32_t n, std::uint32_t first, std::uint32_t count,
                            const __grid_constant__ Receivers sample) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) sample.write(first + i, keys[random_place(first + i, n)]);
}

__device__ inline std::uint32_t search_width(const Cut& cut) { return min(cut.bits, search_bits); }

/// Counts the next digit of those of `count` words that the search still includes. The blocks of x take turns.
template <class Words>
__device__ void count_digit(const Words& words, std::uint32_t count, const Cut& cut, std::uint32_t* counts) {
  __shared__ std::uint32_t counted[search_values];
  if (blockIdx.x * cut_tile >= count) return;
  for (unsigned i = threadIdx.x; i < search_values; i += cut_threads) counted[i] = 0;
  __syncthreads();
  const std::uint32_t width = search_width(cut), shift = cut.bits - width;
  for (std::uint32_t begin = blockIdx.x * cut_tile; begin < count; begin += gridDim.x * cut_tile) {
    const std::uint32_t end = min(count - begin, cut_tile) + begin;
#pragma unroll 4
    for (std::uint32_t i = begin + threadIdx.x; i < end; i += cut_threads) {
      const std::uint64_t value = words[i] - cut.base;
      if (value >> cut.bits == cut.prefix) atomicAdd(&counted[value >> shift & ((1u << width) - 1)], 1u);
    }
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < search_values; i += cut_threads) {
    if (counted[i] != 0) atomicAdd(&counts[i], counted[i]);
  }
}

/// Searches all keys.
__device__ inline Cut search_all(std::uint32_t rank) {
  return {.low = 0,
          .high = ~0u,
          .all = 1,
          .found = 0,
          .base = 0,
          .bits = 32,
          .prefix = 0,
          .rank = rank,
          .key = 0,
          .equals = 0};
}

/// Chooses the digit that contains the rank. count_of(v) is the number of words with value v. Called by one block.
template <unsigned threads, class CountOf>
__device__ void choose_digit(const Cut& cut, CountOf count_of, Cut* chosen) {
  constexpr unsigned each = search_values / threads;
  static_assert(each * threads == search_values);
  std::uint32_t own[each], sum = 0, total = 0;
#pragma unroll
  for (unsigned k = 0; k < each; ++k) sum += own[k] = count_of(each * threadIdx.x + k);
  std::uint32_t before = block_exclusive_sum<threads>(sum, total);
  const std::uint32_t width = search_width(cut);
  for (unsigned k = 0; k < each; before += own[k++]) {
    if (cut.rank < before || cut.rank - before >= own[k]) continue;
    Cut next = cut;
    next.bits -= width;
    next.prefix = static_cast<std::uint32_t>(std::uint64_t{cut.prefix} << width) | (each * threadIdx.x + k);
    next.rank = cut.rank - before;
    if (next.bits == 0) {
      next.found = 1;
      next.key = cut.base + next.prefix;
      next.equals = next.rank;
    }
    *chosen = next;
  }
}

/// The counts of a round's blocks, and how many blocks are done. All zero at its beginning.
struct SearchRound {
  std::uint32_t counts[search_values], done;
};
/// A round of a search among the words of one GPU, in one kernel: the last block of x chooses.
template <class Words>
__device__ void search_digit(const Words& words, std::uint32_t count, const Cut& cut, SearchRound& round, Cut* chosen) {
  __shared__ bool is_last;
  count_digit(words, count, cut, round.counts);
  __syncthreads();
  if (threadIdx.x == 0) is_last = fetch_add_acquire_release(&round.done, 1) + 1 == gridDim.x;
  __syncthreads();
  if (is_last)
    choose_digit<cut_threads>(
        cut, [&](unsigned value) { return __ldcg(&round.counts[value]); }, chosen);
}

}  // namespace farfirst::cuda
