#pragma once
// Batcher's bitonic sorting network (Sorting networks and their applications, AFIPS 1968) as arithmetic: the places
// that a comparator compares, and its direction. For host and device.
//
// The network merges pairs of runs into runs of 2, 4, 8, ... items. Every other run is descending, so that two
// neighbours form a bitonic sequence, which the next merge sorts. It compares places that lie run / 2 apart, then
// run / 4, ..., 1. Several strides in a row affect independent groups of places, so a thread can do them in
// registers.

#include <farfirst/keys.h>

#include <cstdint>

namespace farfirst::cuda {

/// The network sorts powers of two; padding not below any item fills up to this size. n <= 2^31.
FARFIRST_HOST_DEVICE constexpr std::uint32_t network_size(std::uint32_t n) {
  std::uint32_t size = 1;
  while (size < n) size *= 2;
  return size;
}

namespace bitonic {

/// Is the item at `place` in a run that the merge to runs of `run` items makes ascending?
FARFIRST_HOST_DEVICE constexpr bool ascends(std::uint32_t place, std::uint32_t run) { return (place & run) == 0; }

/// The lowest place of group g of 2^bits places that lie `stride` apart, a power of two. With bits = 1 the groups are
/// the comparators of one step.
FARFIRST_HOST_DEVICE constexpr std::uint32_t group_place(std::uint32_t g, std::uint32_t stride, unsigned bits) {
  const std::uint32_t within = g & (stride - 1);
  return ((g - within) << bits) + within;
}

}  // namespace bitonic
}  // namespace farfirst::cuda
