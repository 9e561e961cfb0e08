#pragma once
// Launch numbers of cuda.sample_sort.

#include <cstddef>
#include <cstdint>

#include "plan.h"

namespace farfirst::cuda::sample_sort {

inline constexpr unsigned planning_threads = 256;
inline constexpr unsigned bucket_threads = 256;
inline constexpr unsigned bucket_blocks = 4;   // of a multiprocessor, for which there must be registers
inline constexpr unsigned most_cells = 256;    // of a bucket; not more than threads
inline constexpr unsigned counter_arrays = 8;  // "a good compromise": section 5, phase 2

/// Items of a thread that sorts buckets: 64 bytes in 16 registers, or 128 in 32.
constexpr unsigned items_per_thread(std::size_t item_bytes) { return item_bytes <= 8 ? 16 : 8; }
constexpr std::uint32_t bucket_capacity(std::size_t item_bytes) {
  return bucket_threads * items_per_thread(item_bytes);
}

/// What the plan takes where the parameters leave it open.
constexpr Preset preset(std::size_t item_bytes) {
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
