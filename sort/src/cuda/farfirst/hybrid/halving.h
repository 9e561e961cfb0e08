#pragma once
// Buckets of half the size while things move. Pivots are left at every 2^(bits - 1)-th place of the order then, so that
// a bucket has room for 2.875 times its average. That costs a little, since the runs that tiles write get shorter.
// Whether it is worth that is decided on the device alone, by how full the buckets are.

#include <cstdint>

#include "pivots.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// How far apart the pivots for the next call are.
struct Spacing {
  std::uint32_t bits;  // 2^this places
  std::uint32_t calm;  // calls in a row that would not have needed halves
};
/// As many end the time of halves.
inline constexpr std::uint32_t most_calm = 32;

FARFIRST_HOST_DEVICE constexpr bool are_halved(const PivotsOf& of, const Buckets& buckets) {
  return of.bucket_bits < buckets.bits;
}

/// A bucket with more elements tells against whole ones. What lies between the two shares keeps from going to and fro:
/// two halves that are calm make a whole bucket that is not full.
FARFIRST_HOST_DEVICE constexpr std::uint32_t most_elements_of_calm(const Buckets& buckets, bool halved) {
  return bucket_capacity(buckets.capacity_class) * (halved ? 42 : 90) / 100;
}

/// After a call that went the hybrid way. `moved`: a bucket had more elements than that.
FARFIRST_HOST_DEVICE constexpr Spacing next_spacing(const PivotsOf& of, const Buckets& buckets, bool moved) {
  if (!buckets.may_be_halved) return {buckets.bits, 0};
  if (moved) return {buckets.bits - 1, 0};
  if (!are_halved(of, buckets) || of.calm + 1 >= most_calm) return {buckets.bits, 0};
  return {buckets.bits - 1, of.calm + 1};
}

/// After one that the passes have sorted. `of`: the pivots before; halves they stay.
FARFIRST_HOST_DEVICE constexpr Spacing spacing_after_passes(const PivotsOf& of, const Buckets& buckets, bool wanted) {
  const bool halved = buckets.may_be_halved && (wanted || of.bucket_bits + 1 == buckets.bits);
  return {buckets.bits - (halved ? 1 : 0), 0};
}

}  // namespace farfirst::cuda::farfirst
