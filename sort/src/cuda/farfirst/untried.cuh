#pragma once
// What the last kernel of the hybrid path does for the radix passes in calls that do not try the path: it clears memory
// for passes without a histogram (no_histogram.cuh).

#include <cuda_runtime.h>

#include <cstdint>

#include "no_histogram.cuh"

namespace farfirst::cuda::farfirst {

struct UntriedJob {
  Counted counted;
  Regions regions;
};

/// Clears memory for passes without a histogram, if they are possible.
__device__ __forceinline__ void clear_memory(const UntriedJob& given, std::uint32_t n) {
  Counted counted = given.counted;
  counted.n = n;
  clear_for_no_histogram(counted, given.regions);
}

}  // namespace farfirst::cuda::farfirst
