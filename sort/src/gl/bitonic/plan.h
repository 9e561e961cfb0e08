#pragma once
// Plans the passes that merge words into runs of 2^level.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace farfirst::gl::bitonic {

/// log2 of the size of the network for n words.
constexpr unsigned levels_of(std::uint32_t n) { return n < 2 ? 0 : static_cast<unsigned>(std::bit_width(n - 1)); }

/// The words that are merged into runs of 2^level: all runs except a last one whose words are all in its first half,
/// and so are sorted already.
constexpr std::uint32_t taking_part(std::uint32_t n, unsigned level) {
  const std::uint64_t run = std::uint64_t{1} << level;
  const std::uint64_t runs = n / run + (n % run > run / 2 ? 1 : 0);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(n, runs * run));
}

/// Threads for `steps` steps on `words` words, 2^steps words each; the narrowest step has stride
/// 2^stride_log.
constexpr std::size_t units_for(std::uint32_t words, unsigned stride_log, unsigned steps) {
  const std::size_t run = std::size_t{1} << (stride_log + steps);
  return (words + run - 1) / run << stride_log;
}

}  // namespace farfirst::gl::bitonic
