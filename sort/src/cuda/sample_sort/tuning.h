#pragma once
// Launch parameters of cuda.sample_sort.

#include <cstddef>
#include <cstdint>

#include "plan.h"

namespace farfirst::cuda::sample_sort {

inline constexpr unsigned planning_threads = 256;
inline constexpr unsigned bucket_threads = 256;
inline constexpr unsigned bucket_blocks = 4;   // per multiprocessor, for which there must be registers
inline constexpr unsigned most_cells = 256;    // per block
inline constexpr unsigned counter_arrays = 8;  // at most; "a good compromise": section 5, phase 2
static_assert(most_cells <= bucket_threads);

/// Items per thread in a sort by cells: 128 bytes in 32 registers at most.
constexpr unsigned items_per_thread(std::size_t item_bytes) { return item_bytes <= 8 ? 16 : 8; }
constexpr std::uint32_t bucket_capacity(std::size_t item_bytes) {
  return bucket_threads * items_per_thread(item_bytes);
}

/// The values of the plan that the parameters leave open. Measured on an H200 with 8 M uniform (key, index) words:
/// tiles of 512 threads take 2 % longer, of 1,024 threads 9 to 11 %; 16 elements per thread 4 to 10 %; levels of 64 and
/// 64 buckets 3 % longer than 128 and 32; half as large buckets 15 %. The paper's k = 128 and M = 2^17 leave one bucket
/// of 64 K words to each of 128 blocks, ten times as slow: the work that filled 30 processors of 8 lanes does not fill
/// 132 of 128.
constexpr Defaults defaults(std::size_t item_bytes) {
  return {
      .small = bucket_capacity(item_bytes),
      .widest_log_k = 8,
      .last_log_k = 5,
      .sample = bucket_capacity(item_bytes),
      .oversampling = most_cells,
      .threads = 256,
      .elements = 8,
  };
}

}  // namespace farfirst::cuda::sample_sort
