#pragma once
// to[i] = from[order[i]]: how pairs are made from an argsort, and an order of ids from one of their places.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/counted.cuh"

namespace farfirst::cuda {

/// `to` may be `order`.
inline __global__ void gather_words(const std::uint32_t* __restrict__ from, const std::uint32_t* order,
                                    std::uint32_t* to, Count elements) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < elements.get()) to[i] = from[order[i]];
}

}  // namespace farfirst::cuda
