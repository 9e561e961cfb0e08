#pragma once
// The numbers of GPU-Quicksort, by the linear rule of section 5.3.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "forms.h"

namespace farfirst::cuda::quicksort {

/// Section 5.3: the best value for s elements is 2^floor(log2(s k + m) + 0.5).
struct LinearRule {
  double k;
  double m;

  std::uint32_t operator()(std::uint32_t s) const {
    return 1u << static_cast<unsigned>(std::floor(std::log2(s * k + m) + 0.5));
  }
};

struct Rules {
  LinearRule threads;        // of a block
  LinearRule max_sequences;  // in phase one
  LinearRule min_size;       // to partition
};

template <class Form>
inline constexpr Rules rules{};
template <>
inline constexpr Rules rules<Argsort> = {{0, 256}, {0.00006, 512}, {0, 2048}};
template <>
inline constexpr Rules rules<PaperKeys> = {{0, 256}, {0.00006, 512}, {0, 4096}};

inline constexpr std::uint32_t least_threads = 64;
inline constexpr std::uint32_t largest_max_sequences = 16384;

inline constexpr unsigned bounds_threads = 256;
inline constexpr unsigned bounds_blocks_of_multiprocessor = 8;

/// What sort_pieces declares of shared memory, and some.
inline constexpr std::size_t declared_shared_bytes = 4096;

/// A section has at most so many tiles: then there are enough of them to end at about the same time.
inline constexpr std::uint32_t tiles_of_section = 4;

}  // namespace farfirst::cuda::quicksort
