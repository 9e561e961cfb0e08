#pragma once
// Merging in shared memory; every thread merges its own part of the result.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/ranks.h"

namespace farfirst::cuda {

/// Elements of the result that a thread merges: they stay in its registers. More of them mean fewer searches per
/// element and fewer threads in flight.
inline constexpr unsigned merged_per_thread = 16;

/// Shared memory with one unused place per 16, so that threads that read or write at distances of 16 meet different
/// banks.
template <class Item>
struct Skewed {
  Item* items;
  std::uint32_t first = 0;
  FARFIRST_HOST_DEVICE Item& operator[](std::uint32_t i) const { return items[first + i + (first + i) / 16]; }
  FARFIRST_HOST_DEVICE Skewed from(std::uint32_t i) const { return {items, first + i}; }
};
/// Places to reserve for n items. merge_serially() reads, but ignores, up to merged_per_thread items beyond.
constexpr std::size_t skewed_places(std::size_t n) {
  const std::size_t looked_at = n + merged_per_thread + 1;
  return looked_at + looked_at / 16;
}

/// Puts the next elements of the merge of items[a, a_end) and items[b, b_end) into `merged`; beyond both ends, any.
template <class Item, class Less>
__device__ __forceinline__ void merge_serially(const Skewed<Item>& items, std::uint32_t a, std::uint32_t a_end,
                                               std::uint32_t b, std::uint32_t b_end, Item (&merged)[merged_per_thread],
                                               Less less) {
  Item from_a = items[a], from_b = items[b];
#pragma unroll
  for (unsigned k = 0; k < merged_per_thread; ++k) {
    const bool take_a = b >= b_end || (a < a_end && !less(from_b, from_a));
    merged[k] = take_a ? from_a : from_b;
    a += take_a ? 1u : 0u;
    b += take_a ? 0u : 1u;
    const Item next = items[take_a ? a : b];
    from_a = take_a ? next : from_a;
    from_b = take_a ? from_b : next;
  }
}

/// Moves neighbouring items from a thread's registers to shared memory. The caller sets the barriers.
template <class Item>
__device__ __forceinline__ void put_merged(const Skewed<Item>& items, const Item (&merged)[merged_per_thread]) {
#pragma unroll
  for (unsigned k = 0; k < merged_per_thread; ++k) items[threadIdx.x * merged_per_thread + k] = merged[k];
}

}  // namespace farfirst::cuda
