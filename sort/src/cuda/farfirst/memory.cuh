#pragma once
// Words that blocks of one kernel hand each other: read and written past the caches of the multiprocessors.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"

namespace farfirst::cuda::farfirst {

__device__ inline std::uint32_t read_shared_by_blocks(const std::uint32_t* word) {
  return *static_cast<const volatile std::uint32_t*>(word);
}
__device__ inline void write_shared_by_blocks(std::uint32_t* word, std::uint32_t value) {
  *static_cast<volatile std::uint32_t*>(word) = value;
}

/// True in all threads of the last block that comes here, which then sees what the others wrote. It leaves `done` zero.
__device__ inline bool is_last_block(std::uint32_t* done) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    if (last) *done = 0;
  }
  __syncthreads();
  __threadfence();
  return last;
}

}  // namespace farfirst::cuda::farfirst
