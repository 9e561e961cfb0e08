#pragma once
// Launch numbers of cuda.sample_sort.

#include <cstddef>
#include <cstdint>

#include "plan.h"

namespace farfirst::cuda::sample_sort {

inline constexpr unsigned sampling_threads = 1024;  // one block sorts a sample: nothing else runs on that processor
inline constexpr unsigned planning_threads = 256;
inline constexpr unsigned bucket_threads = 512;
inline constexpr unsigned counter_arrays = 8;  // "a good compromise": section 5, phase 2

/// What the plan takes where the parameters leave it open.
constexpr Preset preset(std::size_t item_bytes) {
  return {
      .small = 4096,
      .widest_log_k = 8,
      .sample = item_bytes <= 8 ? 8192u : 4096u,  // 64 KiB of shared memory
      .threads = 512,
      .elements = 8,
      .tile_bytes = 128 << 10,
  };
}

}  // namespace farfirst::cuda::sample_sort
