#pragma once
// The passes of the radix sort and the tables between their steps.

#include <farfirst/keys.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/key_bits.h"
#include "cuda/prim/split.h"

namespace farfirst::cuda::radix_split {

/// Pass k over some bits of the keys, `bits` at a time; the last may have fewer.
constexpr Digit digit_of_pass(unsigned k, SortedBits sorted, unsigned bits) {
  const unsigned begin = sorted.begin + k * bits, rest = sorted.end - begin;
  return {begin, (1u << (rest < bits ? rest : bits)) - 1};
}
constexpr unsigned passes(SortedBits sorted, unsigned bits) { return (sorted.end - sorted.begin + bits - 1) / bits; }

/// Counts are stored by digit, then by tile: their prefix sum is the place of each tile's items of each digit.
FARFIRST_HOST_DEVICE constexpr std::size_t counter(std::uint32_t digit, std::uint32_t tile, std::uint32_t tiles) {
  return std::size_t{digit} * tiles + tile;
}

}  // namespace farfirst::cuda::radix_split
