#pragma once
// Words that blocks of one kernel hand each other: read and written past the caches of the multiprocessors.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda::farfirst {

__device__ inline std::uint32_t read_shared_by_blocks(const std::uint32_t* word) {
  return *static_cast<const volatile std::uint32_t*>(word);
}
__device__ inline void write_shared_by_blocks(std::uint32_t* word, std::uint32_t value) {
  *static_cast<volatile std::uint32_t*>(word) = value;
}

/// What other blocks have written before this one waited for them: the cache of the multiprocessor may hold what was
/// there earlier in the same kernel.
template <class T>
__device__ __forceinline__ T read_of_others(const T* address) {
  return __ldcg(address);
}

/// What this thread, and those it met at barriers, did before is seen by whoever sees what it does after. Lighter than
/// __threadfence(), which also puts all such fences into one sequence.
__device__ inline void fence() {
#if defined(__CUDA_ARCH__)
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
}

/// The same value, of which the compiler does not know that it is: what was computed from it is not kept for later.
__device__ __forceinline__ unsigned forgotten(unsigned value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}

}  // namespace farfirst::cuda::farfirst
