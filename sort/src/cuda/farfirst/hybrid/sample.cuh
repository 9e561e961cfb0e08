#pragma once
// Samples of a call's elements, taken before it distributes them.
//
// Pivots come from a sample if the last call left none, or if the eye has moved so far that they no longer suit. The
// sample has at least 12 elements per bucket, if they fit. Its pivots are approximate quantiles, interpolated in a
// histogram over the bits of the keys. Blocks take shares of the sample, and wait for each other only here. Then all
// find the same pivots from the whole sample. (When every block took the whole sample, 4 million points took 40 us
// longer.)
//
// Stale pivots are found as follows. Every block looks at the same 128 elements in every call. If the mean of their
// bins, or their mean distance from the middle bin, differs from that of the last call, the elements have moved
// relative to the pivots. The bins are those of the last sampled pivots. The sample is too small to predict whether a
// bucket will overflow.

#include <cuda_runtime.h>

#include <bit>
#include <cstdint>

#include "bucket_sorter.cuh"
#include "cuda/farfirst/memory.cuh"
#include "cuda/farfirst/ticket_scheduler.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "memory.h"
#include "pivots.h"
#include "scatter_layout.h"

namespace farfirst::cuda::farfirst {

/// The place of sample i of 2^size_bits: within the i-th of 2^size_bits equal parts of n elements.
__device__ __forceinline__ std::uint32_t sampled_place(std::uint32_t i, unsigned size_bits, std::uint32_t n) {
  const std::uint32_t within = (i * 0x9E3779B9u) >> 16;  // a low-discrepancy sequence
  return static_cast<std::uint32_t>((std::uint64_t{i} << 16 | within) * n >> (16 + size_bits));
}

// ---- Are the pivots stale?

inline constexpr unsigned watched_bits = 7, all_watched = 1u << watched_bits,
                          watching_warps = all_watched / warp_threads;

/// The sums over the sampled elements of this warp, one of the first: each thread has one element.
template <class Keys>
__device__ __forceinline__ Watched watch(const Keys& keys, std::uint32_t n, const BinMap& map) {
  const std::uint32_t key = keys.take(sampled_place(threadIdx.x, watched_bits, n));
  const std::uint32_t bin = bin_of(keys.scale, key, map);
  const std::uint32_t from_middle = bin < bins / 2 ? bins / 2 - bin : bin - bins / 2;
  return {warp_reduce(bin, Sum()), warp_reduce(from_middle, Sum())};
}
/// Has the mean bin of the sample moved so far that buckets may overflow? The limit is two buckets, or a twelfth of all
/// bins if large buckets are sorted beside the others, since they cost less than new pivots. It is also exceeded if
/// most elements have left the bins, so that the next move would not be seen.
__device__ __forceinline__ bool have_moved(const Watched& now, const Watched& before, const Buckets& of,
                                           std::uint32_t buckets) {
  const std::uint32_t most = all_watched * (of.hard() == Hard::concurrent ? bins / 12 : 2 * bins / buckets);
  const auto differ = [&](std::uint32_t a, std::uint32_t b) { return (a < b ? b - a : a - b) > most; };
  return differ(now.bins, before.bins) || differ(now.from_middle, before.from_middle) ||
         now.from_middle > all_watched * (bins / 2 * 7 / 8);
}

// ---- Pivots from a sample

/// Takes pivots for `buckets` buckets of n elements. Leaves them, and their table, in shared memory, and returns the
/// map of the table. All blocks call it. Not inlined, so that it takes no registers from the distribution.
template <class Keys, unsigned threads>
class PivotSample {
 public:
  __device__ PivotSample(const Keys& keys, HybridState* state, std::uint32_t n, std::uint32_t buckets, bool is_accurate,
                         const ScatterLayout& layout)
      : keys_(keys),
        state_(*state),
        n_(n),
        buckets_(buckets),
        size_bits_(size_bits_for(buckets, is_accurate)),
        pivots_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + layout.pivots)),
        counts_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + layout.below)) {}

  __device__ BinMap take_pivots() const {
    take_shares();
    const BinMap map = count_samples();
    const auto* starts = reinterpret_cast<const std::uint16_t*>(counts_);
    for (std::uint32_t j = threadIdx.x; j < buckets_ + 2; j += threads) {
      pivots_[j] = j == 0 ? 0 : j < buckets_ ? quantile(j, starts, map.of_number) : ~0u;
    }
    __syncthreads();
    const BinMap map_of_pivots = map_of(keys_.scale, buckets_, pivots_[1], pivots_[buckets_ - 1]);
    make_table(map_of_pivots);
    return map_of_pivots;
  }

 private:
  static constexpr unsigned least_bits = std::countr_zero(threads);
  static constexpr unsigned most_of_thread = 32;  // samples in registers
  static constexpr unsigned most = most_samples < most_of_thread * threads ? most_samples : most_of_thread * threads;

  /// The sample has 12 elements per bucket, or 32 if buckets have little space to spare; a power of two, and at least
  /// the number of threads.
  __device__ static unsigned size_bits_for(std::uint32_t buckets, bool is_accurate) {
    const std::uint32_t wanted = (is_accurate ? 32 : 12) * buckets;
    unsigned bits = least_bits;
    while ((1u << bits) < wanted && (2u << bits) <= most) ++bits;
    return bits;
  }

  /// Takes shares of the sample, one element per thread, and waits until all are taken. It waits only for blocks that
  /// have shares. These are running, so no block waits forever, however few blocks the GPU holds.
  __device__ void take_shares() const {
    const std::uint32_t shares = (1u << size_bits_) / threads;
    while (true) {
      const std::uint32_t ticket = threadIdx.x == 0 ? atomicAdd(&state_.shares_taken, 1u) : 0;
      const std::uint32_t share = TicketScheduler::of_first_thread(ticket);
      if (share >= shares) break;
      const std::uint32_t i = share * threads + threadIdx.x;
      state_.samples[i] = key_of_sample(i);
      __syncthreads();
      if (threadIdx.x == 0) add_release(&state_.shares_done, 1);
    }
    if (threadIdx.x == 0) {
      wait_for_at_least(&state_.shares_done, shares);
    }
    __syncthreads();
  }
  __device__ std::uint32_t key_of_sample(std::uint32_t i) const {
    const std::uint32_t place = sampled_place(i, size_bits_, n_);
    if constexpr (Keys::are_of_sources) {
      std::uint32_t key[4];  // as many as are made together
      keys_.take(
          place, place + 1, [&](unsigned) { return place; }, key);
      return key[0];
    } else {
      return keys_.take(place);
    }
  }

  /// Counts the samples by bins, and turns the counts into the numbers of samples in the bins before. Returns the map,
  /// which spreads the samples, by the bits of their keys, over the bins.
  __device__ BinMap count_samples() const {
    std::uint32_t key[most / threads];
    const unsigned of_thread = (1u << size_bits_) / threads;
    std::uint32_t largest = 0, largest_inverse = 0;
#pragma unroll
    for (unsigned k = 0; k < most / threads; ++k) {
      if (k >= of_thread) break;
      key[k] = load_cg(state_.samples + k * threads + threadIdx.x);
      largest = max(largest, key[k]);
      if (key[k] != 0) largest_inverse = max(largest_inverse, ~key[k]);
    }
    clear_counts();
    const uint2 range = block_maxima<threads>(make_uint2(largest, largest_inverse));
    const BinMap map = map_between(Scale::number, min(~range.y, range.x), range.x);
#pragma unroll
    for (unsigned k = 0; k < most / threads; ++k) {
      if (k < of_thread) add_one(bin_of(Scale::number, key[k], map));
    }
    __syncthreads();
    make_starts<threads, bins>(counts_);
    __syncthreads();
    return map;
  }
  /// Sets the table: the number of pivots in the bins before each.
  __device__ void make_table(const BinMap& map) const {
    clear_counts();
    for (std::uint32_t j = 1 + threadIdx.x; j < buckets_; j += threads) add_one(bin_of(keys_.scale, pivots_[j], map));
    __syncthreads();
    make_starts<threads, bins>(counts_);
    __syncthreads();
  }
  __device__ void clear_counts() const {
    for (unsigned i = threadIdx.x; i < bins / 2; i += threads) counts_[i] = 0;
    __syncthreads();
  }
  __device__ void add_one(std::uint32_t bin) const { atomicAdd(&counts_[bin / 2], 1u << 16 * (bin % 2)); }

  /// The key below which j of all buckets lie, interpolated between the bounds of a bin.
  __device__ std::uint32_t quantile(std::uint32_t j, const std::uint16_t* starts, const NumberMap& map) const {
    const std::uint64_t rank = (std::uint64_t{j} << (size_bits_ + 16)) / buckets_;  // in 65536ths
    const auto whole = static_cast<std::uint32_t>(rank >> 16);
    std::uint32_t bin = 0;
    for (std::uint32_t step = bins / 2; step > 0; step /= 2) {
      if (starts[bin + step] <= whole) bin += step;
    }
    const std::uint32_t end = bin + 1 < bins ? starts[bin + 1] : 1u << size_bits_;
    const std::uint64_t within = (rank - (std::uint64_t{starts[bin]} << 16)) / (end - starts[bin]);
    const std::uint64_t above = map.factor == 0 ? 0 : (std::uint64_t{bin} << 32 | within << 16) / map.factor;
    return static_cast<std::uint32_t>(min(map.low + above, std::uint64_t{~0u}));
  }

  const Keys& keys_;
  HybridState& state_;
  const std::uint32_t n_, buckets_;
  const unsigned size_bits_;
  // Arrays in shared memory.
  std::uint32_t* const pivots_;
  std::uint32_t* const counts_;  // two bins in a word; finally, the table
};

template <class Keys, unsigned threads>
__device__ __noinline__ BinMap take_pivots_from_sample(Keys keys, HybridState* state, std::uint32_t n,
                                                       std::uint32_t buckets, bool is_accurate, ScatterLayout layout) {
  return PivotSample<Keys, threads>(keys, state, n, buckets, is_accurate, layout).take_pivots();
}

}  // namespace farfirst::cuda::farfirst
