#pragma once
// The interval of a bucket by the pivots in use, and what its sort leaves for the next call: the keys at regular
// distances in the order, which are the next pivots, and the bins of the table between them.

#include <cuda_runtime.h>

#include <cstdint>

#include "../memory.cuh"
#include "memory.h"
#include "pivots.h"

namespace farfirst::cuda::farfirst {

/// The target of elements. Front to back, places count backwards from the last one: one multiplication per element,
/// instead of a decision of four instructions.
template <bool plain>
class Outputs {
 public:
  __device__ __forceinline__ explicit Outputs(const Sorted& to) : order_(to.order), sorted_keys_(to.sorted_keys) {
    if constexpr (!plain) {
      first_ = to.reversed ? to.n - 1 : 0;
      step_ = opaque(to.reversed ? ~0u : 1u);  // otherwise the compiler decides for each element
    }
  }
  /// Writes an element to its place of the order.
  __device__ __forceinline__ void put(std::uint32_t place, Word word) const {
    const std::uint32_t at = !plain ? first_ + place * step_ : place;
    order_[at] = index_of(word);
    if (sorted_keys_ != nullptr) sorted_keys_[at] = key_of(word);
  }

 private:
  std::uint32_t* order_;
  std::uint32_t* sorted_keys_;
  std::uint32_t first_ = 0, step_ = 1;
};

/// The interval of a bucket by the pivots in use.
struct Interval {
  std::uint32_t low, high;           // bounds of its keys; the first and the last bucket have only one of them
  BinMap next_map;                   // of the next call's table
  std::uint32_t begin_bin, end_bin;  // bins of that table: those above the lower pivot, up to that of the upper one
};

/// The inputs of a bucket's interval. All loads at once, needed or not.
struct PivotsAround {
  std::uint32_t low, high;    // the pivots around the bucket
  std::uint32_t first, last;  // of all

  __device__ __forceinline__ PivotsAround(const Pivots& used, std::uint32_t buckets, std::uint32_t bucket)
      : low(used.pivot[bucket]),
        high(used.pivot[min(bucket + 1, buckets - 1)]),
        first(used.pivot[1]),
        last(used.pivot[buckets - 1]) {}
};

__device__ __forceinline__ Interval interval_of(Scale scale, const PivotsAround& around, std::uint32_t buckets,
                                                std::uint32_t bucket, const BinMap& next_map) {
  Interval interval{0, ~0u, next_map, 0, bins};
  if (bucket != 0) {
    interval.low = around.low;
    interval.begin_bin = bin_of(scale, interval.low, interval.next_map) + 1;
  }
  if (bucket + 1 < buckets) {
    interval.high = around.high - 1;
    interval.end_bin = bin_of(scale, interval.high + 1, interval.next_map) + 1;
  }
  return interval;
}
__device__ __forceinline__ Interval interval_of(Scale scale, const PivotsAround& around, std::uint32_t buckets,
                                                std::uint32_t bucket) {
  return interval_of(scale, around, buckets, bucket, map_of(scale, buckets, around.first, around.last));
}

/// Smaller than all keys except 0, which counts as this one.
__device__ __forceinline__ std::uint32_t below_all(std::uint32_t largest_inverse) { return ~largest_inverse - 1; }

/// Sets the open bounds of the first and the last bucket from the keys of this call.
__device__ __forceinline__ void close_ends(Interval& interval, const HybridState& state, std::uint32_t buckets,
                                           std::uint32_t bucket) {
  if (bucket == 0) interval.low = below_all(state.largest_inverse);
  if (bucket + 1 == buckets) interval.high = state.largest;
}

/// The block's results for the next call.
template <bool plain>
struct NextPivots {
  Pivots* next;
  std::uint32_t* own;          // in shared memory: the pivots in the bucket that this block sorts
  std::uint32_t spacing_bits;  // pivots are 2^this places apart
  Outputs<plain> to;

  /// The number of pivots before a place of the order. Place 0 has none.
  __device__ __forceinline__ std::uint32_t pivots_before(std::uint32_t place) const {
    return place == 0 ? 0 : (place - 1) >> spacing_bits;
  }
  /// Stores an element of a bucket, or of a part of one; `before` is the number of pivots before its begin in the
  /// order.
  __device__ __forceinline__ void store(std::uint32_t place, std::uint32_t before, Word word) const {
    to.put(place, word);
    if ((place & ((1u << spacing_bits) - 1)) != 0 || place == 0) return;
    next->pivot[place >> spacing_bits] = key_of(word);
    own[(place >> spacing_bits) - before - 1] = key_of(word);
  }
  /// Fills the bins of the table from begin_bin to before end_bin, among which the block's own pivots lie.
  template <unsigned threads>
  __device__ __forceinline__ void store_bins(Scale scale, std::uint32_t begin_bin, std::uint32_t end_bin,
                                             BinMap next_map, std::uint32_t before, std::uint32_t own_count) const {
    for (std::uint32_t bin = begin_bin + threadIdx.x; bin < end_bin; bin += threads) {
      std::uint32_t below = before;
      for (std::uint32_t i = 0; i < own_count; ++i) below += bin_of(scale, own[i], next_map) < bin ? 1 : 0;
      next->below[bin] = static_cast<std::uint16_t>(below);
    }
  }
};

}  // namespace farfirst::cuda::farfirst
