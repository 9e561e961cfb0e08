#pragma once
// The parameters of GPU-Quicksort, by the linear rule of section 5.3.

#include <cmath>
#include <cstddef>
#include <cstdint>

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

/// Fitted on an H200 (132 multiprocessors) to uniform keys, 2^18, 2^20, 2^23 and 2^26 of them, with 128, 256 and 512
/// threads, 64 to 4,096 sequences and minimum sizes of 512 to 4,096 in all combinations. Of all such lines with k >= 0
/// these lose least: 1.2 % (pairs) and 2.0 % (keys) on average over the best combination of each size; the worst ones
/// take 1.5 to 5.5 times as long. Few sequences need few round trips, and many threads in the blocks that sort them.
inline constexpr Rules rules = {.threads = {0, 512}, .max_sequences = {0.000016, 200}, .min_size = {0, 4096}};

inline constexpr std::uint32_t least_threads = 64;
inline constexpr std::uint32_t largest_max_sequences = 16384;

inline constexpr unsigned bounds_threads = 256;
inline constexpr unsigned bounds_blocks_of_multiprocessor = 8;

/// The shared memory that sort_pieces declares, plus a margin.
inline constexpr std::size_t declared_shared_bytes = 4096;

/// The maximum of tiles per section: small enough for many sections, which end at about the same time.
inline constexpr std::uint32_t tiles_of_section = 4;

}  // namespace farfirst::cuda::quicksort
