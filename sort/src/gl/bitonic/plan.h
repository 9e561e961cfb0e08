#pragma once
// The passes that make runs of 2^level words out of runs half as long.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace farfirst::gl::bitonic {

/// log2 of the places that the network of n words has.
constexpr unsigned levels_of(std::uint32_t n) { return n < 2 ? 0 : static_cast<unsigned>(std::bit_width(n - 1)); }

/// The words that take part in making runs of 2^level: all of the runs but a last one whose words are all in its first
/// half, and so are sorted already.
constexpr std::uint32_t taking_part(std::uint32_t n, unsigned level) {
  const std::uint64_t run = std::uint64_t{1} << level;
  const std::uint64_t runs = n / run + (n % run > run / 2 ? 1 : 0);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, runs * run));
}

/// Threads that do `steps` steps on 2^steps words each, the narrowest of them with stride 2^stride_log, on `words`
/// words.
constexpr std::size_t units_for(std::uint32_t words, unsigned stride_log, unsigned steps) {
  const std::size_t run = std::size_t{1} << (stride_log + steps);
  return (words + run - 1) / run << stride_log;
}

}  // namespace farfirst::gl::bitonic
