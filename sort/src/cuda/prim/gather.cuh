#pragma once
// to[i] = from[order[i]]: how pairs are made from an argsort.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda {

inline __global__ void gather_words(const std::uint32_t* __restrict__ from, const std::uint32_t* __restrict__ order,
                                    std::uint32_t* __restrict__ to, std::uint32_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[order[i]];
}

}  // namespace farfirst::cuda
