#pragma once
// Memory accesses that C++ cannot express. For words that blocks exchange see ../prim/ordered_access.cuh.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda::farfirst {

/// Loads what other blocks wrote before this block waited for them. It bypasses the L1 cache (ld.global.cg), which may
/// still hold older contents from the same kernel.
template <class T>
__device__ __forceinline__ T load_cg(const T* address) {
  return __ldcg(address);
}

/// Adds one to a count that is not read in this call. Nothing waits for an atomic operation whose result is not used,
/// as it would for a load of the count.
__device__ inline void count_one(std::uint64_t& count) {
  static_assert(sizeof count == sizeof(unsigned long long));
  atomicAdd(reinterpret_cast<unsigned long long*>(&count), 1ull);
}

/// Returns the same value, but hides from the compiler that it is the same. So the compiler recomputes results from it
/// instead of keeping them in registers, and loads it even if it may not be used.
__device__ __forceinline__ unsigned opaque(unsigned value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
#endif
  return value;
}

}  // namespace farfirst::cuda::farfirst
