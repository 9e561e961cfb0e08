#pragma once
// The number of elements of a call, which the host may not know: a word on the device, but at most n.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/device.h"

namespace farfirst::cuda {

struct Count {
  std::uint32_t n;
  const std::uint32_t* count;  // null: all n

  __device__ __forceinline__ std::uint32_t get() const {
    if (count == nullptr) return n;
    const std::uint32_t counted = *count;
    return counted < n ? counted : n;
  }
};

inline Count count_of(const core::Counted& elements) { return {elements.n, data<const std::uint32_t>(elements.count)}; }

}  // namespace farfirst::cuda
