#pragma once
// The hybrid path divides the keys into buckets by pivots that the call before left. These are exact quantiles of what
// it sorted. A table over the range of the keys says where to look for a key's bucket. It is a guess that is checked
// against the pivots, so it may be made with operations that round in any way: a wrong guess costs time, never the
// order.
//
// The table's bins are linear in the measured distance itself. If they had equal width in the bits of a key, a few bins
// would hold nearly all keys when the eye is inside a model.

#include <farfirst/keys.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include "cuda/prim/words.h"

namespace farfirst::cuda::farfirst {

/// What a key was made of.
enum class Scale : std::uint32_t { number, squared_distance, depth };

inline constexpr unsigned most_buckets = 2048;
inline constexpr unsigned bins = 4096;  // of the table

FARFIRST_HOST_DEVICE inline float float_of_bits(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
  return __uint_as_float(word);
#else
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
#endif
}

/// The quantity that the key measures, on a scale on which elements are spread roughly evenly. It rises with the key;
/// it may be a NaN for key 0.
template <Scale scale>
FARFIRST_HOST_DEVICE inline float spread(std::uint32_t key) {
  if constexpr (scale == Scale::number) {
    return static_cast<float>(key);
  } else if constexpr (scale == Scale::depth) {
    const std::uint32_t word = ~key;
    return -float_of_bits(word ^ ((word >> 31) != 0 ? 0x80000000u : 0xFFFFFFFFu));
  } else {
    float root = 0;
#if defined(__CUDA_ARCH__)
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(float_of_bits(~key)));
#else
    root = std::sqrt(float_of_bits(~key));
#endif
    return -root;
  }
}

/// The map from spread values to bins: bin = value * slope + offset.
struct BinMap {
  float slope, offset;
};
template <Scale scale>
FARFIRST_HOST_DEVICE inline std::uint32_t bin_of(std::uint32_t key, BinMap map) {
  const float at = std::fmaf(spread<scale>(key), map.slope, map.offset);
#if defined(__CUDA_ARCH__)
  const std::uint32_t bin = __float2uint_rz(at);  // 0 for what is below, and for a NaN
#else
  const std::uint32_t bin = !(at > 0) ? 0 : at < static_cast<float>(bins) ? static_cast<std::uint32_t>(at) : bins;
#endif
  return bin < bins ? bin : bins - 1;
}
/// The map that spreads the keys from low to high over all bins except the outermost.
template <Scale scale>
FARFIRST_HOST_DEVICE inline BinMap map_between(std::uint32_t low, std::uint32_t high) {
  const float from = spread<scale>(low), range = spread<scale>(high) - from;
  const float slope = static_cast<float>(bins - 2) / range;
  if (!(range > 0) || !(slope < 1e30f)) return {0, 0};
  return {slope, 1 - from * slope};
}

/// The map that suits the keys between the outermost pivots.
template <Scale scale>
FARFIRST_HOST_DEVICE inline BinMap map_of(const std::uint32_t* pivot, std::uint32_t buckets) {
  return buckets < 3 ? BinMap{0, 0} : map_between<scale>(pivot[1], pivot[buckets - 1]);
}

/// The call and the buckets to which pivots belong.
struct alignas(16) PivotsOf {
  std::uint32_t n;        // elements of the call that left them
  std::uint32_t buckets;  // of which the first and the last have no end
  Scale scale;
  std::uint32_t bucket_bits;  // there are 2^this elements in a bucket on the average
  BinMap map;
};

/// What a call leaves for the next.
struct Pivots {
  alignas(
      16) std::uint32_t pivot[most_buckets];  // bucket i has keys from pivot[i] to below pivot[i + 1]; [0] is unused
  alignas(16) std::uint16_t below[bins];      // of bin i: how many pivots lie in bins before it
};

}  // namespace farfirst::cuda::farfirst
