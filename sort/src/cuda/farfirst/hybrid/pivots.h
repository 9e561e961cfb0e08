#pragma once
// The hybrid path divides the keys into buckets by pivots. Those from the last call are exact quantiles of its keys;
// those from a sample are approximate (sample.cuh). A table over the range of the keys guesses the bucket of a key. The
// guess is checked against the pivots, so it may use operations that round in any way: a wrong guess costs time, never
// the order.
//
// The table's bins are linear in the measured distance itself. If they had equal width in the bits of a key, a few bins
// would hold nearly all keys when the eye is inside a model.

#include <farfirst/keys.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "cuda/prim/words.h"

namespace farfirst::cuda::farfirst {

/// The origin of keys.
enum class Scale : std::uint32_t { number, squared_distance, depth };

constexpr Scale scale_of(Metric metric) { return metric == Metric::radial ? Scale::squared_distance : Scale::depth; }

inline constexpr unsigned most_buckets = 2048;
inline constexpr unsigned bins = 4096;  // of the table

/// Calls f with the scale as a constant, once f is inlined.
#if defined(__CUDACC__)
#pragma nv_exec_check_disable
#endif
template <class Function>
FARFIRST_HOST_DEVICE inline void with_scale(Scale scale, Function f) {
  if (scale == Scale::number) return f(Scale::number);
  if (scale == Scale::depth) return f(Scale::depth);
  f(Scale::squared_distance);
}

FARFIRST_HOST_DEVICE inline float float_of_bits(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(word);
#else
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
#endif
}

/// The quantity that the key of an element measures, on a scale on which elements are spread roughly evenly. It rises
/// with the key; it may be a NaN for key 0. Not for Scale::number.
FARFIRST_HOST_DEVICE inline float spread(Scale scale, std::uint32_t key) {
  if (scale == Scale::depth) {
    const std::uint32_t word = ~key;
    return -float_of_bits(word ^ ((word >> 31) != 0 ? 0x80000000u : 0xFFFFFFFFu));
  }
  float root = 0;
#if defined(__CUDA_ARCH__)
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(float_of_bits(~key)));
#else
  root = std::sqrt(float_of_bits(~key));
#endif
  return -root;
}

/// Rounds toward zero; below 0 and for a NaN it is 0, above the largest number that number.
FARFIRST_HOST_DEVICE inline std::uint32_t number_from(float value) {
#if defined(__CUDA_ARCH__)
  return __float2uint_rz(value);
#else
  return !(value > 0) ? 0 : value < 0x1p32f ? static_cast<std::uint32_t>(value) : ~0u;
#endif
}

/// bin = value * slope + offset
struct SpreadMap {
  float slope, offset;
};
/// bin = (key - low) * factor >> 32. As floats, large numbers that are close together would be equal.
struct NumberMap {
  std::uint32_t low, factor;
};
/// The map from keys to bins; the scale of the keys selects the member.
union BinMap {
  SpreadMap of_spread;
  NumberMap of_number;
};
/// A map of every key to bin 0.
FARFIRST_HOST_DEVICE constexpr BinMap map_to_one_bin(Scale scale) {
  if (scale == Scale::number) return {.of_number = {}};
  return {.of_spread = {}};
}
FARFIRST_HOST_DEVICE inline std::uint32_t bin_of(Scale scale, std::uint32_t key, BinMap map) {
  std::uint32_t bin = 0;
  if (scale == Scale::number) {
    const auto [low, factor] = map.of_number;
    bin = static_cast<std::uint32_t>(std::uint64_t{(key > low ? key : low) - low} * factor >> 32);
  } else {
    bin = number_from(std::fmaf(spread(scale, key), map.of_spread.slope, map.of_spread.offset));
  }
  return bin < bins ? bin : bins - 1;
}
/// The map that spreads the keys from low to high over all bins, but for one or two at the ends.
FARFIRST_HOST_DEVICE inline BinMap map_between(Scale scale, std::uint32_t low, std::uint32_t high) {
  if (scale == Scale::number) {
    const float keys = static_cast<float>(high - low) + 2;
    return {.of_number = {low - (low != 0 ? 1 : 0), number_from(static_cast<float>(bins - 1) * 0x1p32f / keys)}};
  }
  const float from = spread(scale, low), range = spread(scale, high) - from;
  const float slope = static_cast<float>(bins - 2) / range;
  if (!(range > 0) || !(slope < 1e30f)) return map_to_one_bin(scale);
  return {.of_spread = {slope, 1 - from * slope}};
}

/// The map that suits the keys between the outermost pivots.
FARFIRST_HOST_DEVICE inline BinMap map_of(Scale scale, std::uint32_t buckets, std::uint32_t first_pivot,
                                          std::uint32_t last_pivot) {
  return buckets < 3 ? map_to_one_bin(scale) : map_between(scale, first_pivot, last_pivot);
}

/// The call and the buckets to which pivots belong.
struct alignas(16) PivotsOf {
  std::uint32_t n;        // elements of the call that left them
  std::uint32_t buckets;  // the first and the last are open-ended
  Scale scale;
  std::uint32_t bucket_bits;  // the mean size of a bucket is 2^this
  BinMap map;
};

/// The results of a call for the next.
struct Pivots {
  alignas(
      16) std::uint32_t pivot[most_buckets];  // bucket i has keys from pivot[i] to below pivot[i + 1]; [0] is unused
  alignas(16) std::uint16_t below[bins];      // of bin i: the number of pivots in bins before it
};

}  // namespace farfirst::cuda::farfirst
