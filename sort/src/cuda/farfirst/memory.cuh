#pragma once
// Accesses to words that blocks of one kernel exchange. Loads and stores bypass the L1 caches of the multiprocessors.

#include <cuda_runtime.h>

#include <cstdint>

namespace farfirst::cuda::farfirst {

__device__ inline std::uint32_t load_volatile(const std::uint32_t* word) {
  return *static_cast<const volatile std::uint32_t*>(word);
}
__device__ inline void store_volatile(std::uint32_t* word, std::uint32_t value) {
  *static_cast<volatile std::uint32_t*>(word) = value;
}

/// Whoever loads what a release has stored also sees everything that the storing thread had seen or written before. So
/// do the threads that it meets at a barrier afterwards.
__device__ inline std::uint32_t load_acquire(const std::uint32_t* word) {
#if defined(__CUDA_ARCH__)
  std::uint32_t value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
#else
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
#endif
}
__device__ inline void store_release(std::uint32_t* word, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
#else
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
#endif
}

__device__ inline void add_release(std::uint32_t* word, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
#else
  __atomic_fetch_add(word, value, __ATOMIC_RELEASE);
#endif
}

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

/// An acquire-release fence: whoever sees what this thread does after it also sees what this thread, and those it met
/// at barriers, did before it. It costs less than __threadfence(), which also puts all such fences into one sequence.
__device__ inline void fence() {
#if defined(__CUDA_ARCH__)
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
#endif
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
