#pragma once
// Accesses to memory that say more than C++ can. Words that blocks exchange: ../prim/ordered_access.cuh.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda::farfirst {

/// Loads what other blocks wrote before this block waited for them. It bypasses the L1 cache (ld.global.cg), which may
/// still hold the contents from earlier in the same kernel.
template <class T>
__device__ __forceinline__ T load_cg(const T* address) {
  return __ldcg(address);
}

/// Adds one to a count that nobody needs in this call. An atomic operation whose result is not used is not waited for,
/// as a load of the count would be.
__device__ inline void count_one(std::uint64_t& count) {
  static_assert(sizeof count == sizeof(unsigned long long));
  atomicAdd(reinterpret_cast<unsigned long long*>(&count), 1ull);
}

/// Returns the same value, but hides from the compiler that it is the same. So the compiler computes results from it
/// again instead of keeping them in registers, and loads it even if it may not be of use.
__device__ __forceinline__ unsigned opaque(unsigned value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}

}  // namespace farfirst::cuda::farfirst
