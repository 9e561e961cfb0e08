#pragma once
// Keys of elements, made where they are needed.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/elements.cuh"
#include "pivots.h"

namespace farfirst::cuda::farfirst {

/// Brings a part of an array on its way to the cache: the block's threads share its lines.
__device__ inline void fetch_lines(const void* array, std::size_t begin, std::size_t end) {
#if defined(__CUDA_ARCH__)
  constexpr unsigned line = 128;
  const char* bytes = static_cast<const char*>(array);
  for (std::size_t at = begin + threadIdx.x * line; at < end; at += blockDim.x * line) {
    asm volatile("prefetch.global.L2 [%0];" ::"l"(bytes + at));
  }
#else
  static_cast<void>(array), static_cast<void>(begin), static_cast<void>(end);
#endif
}

inline bool is_aligned(const void* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }

/// Keys that are there, and what they were made of.
template <Scale scale_>
struct KeptKeys {
  static constexpr Scale scale = scale_;
  const std::uint32_t* keys;
  bool in_fours;  // they can be read four at a time

  static KeptKeys of(const std::uint32_t* keys) { return {keys, is_aligned(keys)}; }

  __device__ __forceinline__ std::uint32_t take(std::uint32_t i) const { return keys[i]; }
  /// What the four keys from number i on, a multiple of 4, are made of. Loading and making are two steps, so that
  /// several loads are under way at once.
  using Four = uint4;
  __device__ __forceinline__ Four load_four(std::uint32_t i) const { return *reinterpret_cast<const uint4*>(keys + i); }
  __device__ __forceinline__ void make_four(const Four& four, std::uint32_t* key) const {
    key[0] = four.x, key[1] = four.y, key[2] = four.z, key[3] = four.w;
  }
  __device__ __forceinline__ bool keeps() const { return false; }
  __device__ __forceinline__ void keep(std::uint32_t, std::uint32_t) const {}
  /// What the keys of `count` elements from `first` on will be made of is brought near; of n.
  __device__ __forceinline__ void fetch(std::size_t first, std::size_t count, std::size_t n) const {
    fetch_lines(keys, 4 * first, 4 * min(first + count, n));
  }
};

/// Keys made of elements.
template <class Key, Scale scale_>
struct ElementKeys {
  static constexpr Scale scale = scale_;
  Elements elements;
  std::uint32_t* keys;  // where the caller wants them; or null
  bool in_fours;        // positions, or corners, can be read for four elements at a time

  static ElementKeys of(const Elements& elements, std::uint32_t* keys) {
    const bool packed = elements.corners != nullptr ? is_aligned(elements.corners)
                                                    : elements.stride == 3 && is_aligned(elements.positions);
    return {elements, keys, packed};
  }

  __device__ __forceinline__ std::uint32_t take(std::uint32_t i) const { return Key::of(elements, i); }
  using Four = ThreeVectors;
  __device__ __forceinline__ Four load_four(std::uint32_t i) const {
    return load_three(Key::words(elements) + 3 * std::size_t{i});
  }
  __device__ __forceinline__ void make_four(const Four& four, std::uint32_t* key) const {
    Key::of_four(elements, four, key);
  }
  __device__ __forceinline__ bool keeps() const { return keys != nullptr; }
  __device__ __forceinline__ void keep(std::uint32_t i, std::uint32_t key) const { keys[i] = key; }
  __device__ __forceinline__ void fetch(std::size_t first, std::size_t count, std::size_t n) const {
    const std::size_t stride = elements.corners != nullptr ? 12 : 4 * elements.stride, last = min(first + count, n);
    const void* array = elements.corners != nullptr ? static_cast<const void*>(elements.corners) : elements.positions;
    fetch_lines(array, first * stride, last * stride);
  }
};

}  // namespace farfirst::cuda::farfirst
