#pragma once
// The map from keys to buckets: linear between the smallest and the largest key. It never descends while keys ascend,
// even if its arithmetic rounds or overflows; that alone makes the sort right. For host and device.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda::bbsort {

/// The map of uint32 keys, in integers.
struct IntegerMap {
  using Key = std::uint32_t;
  Key smallest;
  std::uint64_t scale;  // buckets per step of the key, times 2^32

  FARFIRST_HOST_DEVICE IntegerMap(Key from, Key to, std::uint32_t buckets)
      : smallest(from), scale((std::uint64_t{buckets} << 32) / (std::uint64_t{to} - from + 1)) {}
  /// Below the number of buckets: (to - from) * scale < buckets * 2^32.
  FARFIRST_HOST_DEVICE std::uint32_t operator()(Key key) const {
    return static_cast<std::uint32_t>(std::uint64_t{key - smallest} * scale >> 32);
  }
};

/// The map of float keys without NaN, in floats as in the paper: spread evenly by value, not by bits.
struct FloatMap {
  using Key = float;
  Key smallest;
  float scale;
  std::uint32_t last;

  FARFIRST_HOST_DEVICE FloatMap(Key from, Key to, std::uint32_t buckets)
      : smallest(from), scale(static_cast<float>(buckets) / (to - from)), last(buckets - 1) {}
  /// A NaN difference or product, which infinities cause, counts as 0 for all its keys.
  FARFIRST_HOST_DEVICE std::uint32_t operator()(Key key) const {
    const float place = (key - smallest) * scale;
    if (!(place > 0)) return 0;
    return place < static_cast<float>(last) ? static_cast<std::uint32_t>(place) : last;
  }
};

/// The number of buckets for n elements. Floats can count up to 2^24 of them.
FARFIRST_HOST_DEVICE constexpr std::uint32_t buckets_for(std::uint32_t n, std::uint32_t average) {
  const std::uint32_t buckets = n / average + (n % average != 0 ? 1 : 0);
  return buckets < 1u << 24 ? buckets : 1u << 24;
}

}  // namespace farfirst::cuda::bbsort
