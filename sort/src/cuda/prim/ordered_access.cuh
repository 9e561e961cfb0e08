#pragma once
// Memory accesses with an order, at the scope of the GPU, for words that blocks of one kernel exchange. They bypass the
// L1 caches of the multiprocessors. Memory consistency model: PTX ISA, chapter 8.
//
// A thread that acquires a word which another one has released sees everything that the other one had seen or written
// before, including what it had learnt from other threads at a barrier. So do the threads that it meets at a barrier
// afterwards. A relaxed access orders nothing: either the word itself is all that its reader needs, or the order comes
// from a barrier, an acquire or the launch of an earlier kernel.

#include <cuda_runtime.h>

#include <cstdint>
#if !defined(__CUDACC__)
#include <atomic>
#endif

namespace farfirst::cuda {

#if defined(__CUDACC__)

__device__ __forceinline__ std::uint32_t load_relaxed(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}
__device__ __forceinline__ std::uint64_t load_relaxed(const std::uint64_t* word) {
  std::uint64_t value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
  return value;
}
__device__ __forceinline__ std::uint32_t load_acquire(const std::uint32_t* word) {
  std::uint32_t value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}
__device__ __forceinline__ void store_relaxed(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}
__device__ __forceinline__ void store_relaxed(std::uint64_t* word, std::uint64_t value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(value) : "memory");
}
__device__ __forceinline__ void store_release(std::uint32_t* word, std::uint32_t value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}
__device__ __forceinline__ void add_release(std::uint32_t* word, std::uint32_t value) {
  asm volatile("red.release.gpu.global.add.u32 [%0], %1;" ::"l"(word), "r"(value) : "memory");
}
/// Returns the old word. If several threads add in turn, each sees the writes of those before.
__device__ __forceinline__ std::uint32_t fetch_add_acquire_release(std::uint32_t* word, std::uint32_t value) {
  std::uint32_t before;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], %2;" : "=r"(before) : "l"(word), "r"(value) : "memory");
  return before;
}

#else  // the emulation: tests/cuda_emulation

template <class T>
T load_relaxed(const T* word) {
  return std::atomic_ref<T>(*const_cast<T*>(word)).load(std::memory_order_relaxed);
}
template <class T>
T load_acquire(const T* word) {
  return std::atomic_ref<T>(*const_cast<T*>(word)).load(std::memory_order_acquire);
}
template <class T>
void store_relaxed(T* word, std::type_identity_t<T> value) {
  std::atomic_ref<T>(*word).store(value, std::memory_order_relaxed);
}
template <class T>
void store_release(T* word, std::type_identity_t<T> value) {
  std::atomic_ref<T>(*word).store(value, std::memory_order_release);
}
template <class T>
void add_release(T* word, std::type_identity_t<T> value) {
  std::atomic_ref<T>(*word).fetch_add(value, std::memory_order_release);
}
template <class T>
T fetch_add_acquire_release(T* word, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*word).fetch_add(value, std::memory_order_acq_rel);
}

#endif

/// Waits until the word is at least `least`, and acquires it. Polling does not acquire, since each acquire empties the
/// L1 cache for all blocks of the multiprocessor.
__device__ __forceinline__ void wait_for_at_least(const std::uint32_t* word, std::uint32_t least) {
  while (load_relaxed(word) < least) {}
  load_acquire(word);
}

}  // namespace farfirst::cuda
