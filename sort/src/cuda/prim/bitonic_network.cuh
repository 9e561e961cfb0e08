#pragma once
// The bitonic network run by a block on its shared memory. Strides below a warp are exchanged between lanes, larger
// ones three at a time in registers, so that a barrier and a round trip through shared memory pay for several steps.
//
// Items are words of at most 8 bytes that the shuffle of a warp moves, compared by operator<.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/bitonic_network.h"
#include "cuda/prim/block.cuh"

namespace farfirst::cuda {
namespace bitonic {

/// Puts two items in order. Equal ones may change places.
template <class Item>
__device__ __forceinline__ void exchange(Item& low, Item& high, bool ascending) {
  const bool swap = (high < low) == ascending;
  const Item first = swap ? high : low;
  high = swap ? low : high;
  low = first;
}

/// The strides n / 2, ..., 1 of items in registers.
template <unsigned n, class Item>
__device__ __forceinline__ void merge_registers(Item (&items)[n], bool ascending) {
#pragma unroll
  for (unsigned stride = n / 2; stride > 0; stride /= 2) {
#pragma unroll
    for (unsigned i = 0; i < n; ++i) {
      if ((i & stride) == 0) exchange(items[i], items[i + stride], ascending);
    }
  }
}

/// 2^bits places that lie `stride` apart, in memory of any kind: their strides from the widest down to `stride`.
template <unsigned bits, class Item>
__device__ __forceinline__ void merge_group(Item* items, std::uint32_t place, std::uint32_t stride, bool ascending) {
  Item group[1u << bits];
#pragma unroll
  for (unsigned i = 0; i < 1u << bits; ++i) group[i] = items[place + std::size_t{i} * stride];
  merge_registers(group, ascending);
#pragma unroll
  for (unsigned i = 0; i < 1u << bits; ++i) items[place + std::size_t{i} * stride] = group[i];
}

/// What this lane keeps of its item and that of the lane `stride` away.
template <class Item>
__device__ __forceinline__ Item exchange_lanes(Item item, unsigned stride, bool ascending) {
  const Item other = __shfl_xor_sync(all_lanes, item, static_cast<int>(stride));
  const bool keeps_smaller = ((lane_of_thread() & stride) == 0) == ascending;
  return (keeps_smaller ? other < item : item < other) ? other : item;
}

/// Calls steps(item, place) for the items of the block, a whole warp at a time, and keeps what it returns. A warp takes
/// several rows of 32 items at once, so that the waiting times of their shuffles overlap.
template <class Item, class Steps>
__device__ __forceinline__ void for_rows(Item* items, std::uint32_t size, Steps steps) {
  constexpr unsigned rows = 4;
  for (std::uint32_t begin = warp_of_thread() * warp_threads * rows; begin < size; begin += blockDim.x * rows) {
    Item row[rows];
    const std::uint32_t place = begin + lane_of_thread();
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t at = place + k * warp_threads;
      row[k] = at < size ? items[at] : Item{};
    }
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) row[k] = steps(row[k], place + k * warp_threads);
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t at = place + k * warp_threads;
      if (at < size) items[at] = row[k];
    }
  }
}

/// The strides from run / 2, but at most warp_threads / 2, down to 1.
template <class Item>
__device__ __forceinline__ Item merge_lanes(Item item, std::uint32_t run, bool ascending) {
#pragma unroll
  for (unsigned stride = warp_threads / 2; stride > 0; stride /= 2) {
    if (stride < run) item = exchange_lanes(item, stride, ascending);
  }
  return item;
}

template <unsigned bits, class Item>
__device__ void merge_groups(Item* items, std::uint32_t size, std::uint32_t stride, std::uint32_t first,
                             std::uint32_t run) {
  for (std::uint32_t g = threadIdx.x; g < size >> bits; g += blockDim.x) {
    const std::uint32_t place = group_place(g, stride, bits);
    merge_group<bits>(items, place, stride, ascends(first + place, run));
  }
  __syncthreads();
}

}  // namespace bitonic

/// The part of a merge to runs of `run` items that stays within `size` items: strides from min(run, size) / 2 down.
/// `first` is the place of items[0] in the whole network, a multiple of `size`. Sizes are powers of two, blocks whole
/// warps. All threads of the block call it, after a barrier; it ends with a barrier.
template <class Item>
__device__ void bitonic_merge(Item* items, std::uint32_t size, std::uint32_t first, std::uint32_t run) {
  std::uint32_t stride = (run < size ? run : size) / 2;
  for (; stride >= 4 * warp_threads; stride /= 8) bitonic::merge_groups<3>(items, size, stride / 4, first, run);
  if (stride == 2 * warp_threads) bitonic::merge_groups<2>(items, size, warp_threads, first, run);
  if (stride == warp_threads) bitonic::merge_groups<1>(items, size, warp_threads, first, run);
  bitonic::for_rows(items, size, [=](Item item, std::uint32_t place) {
    return bitonic::merge_lanes(item, run < size ? run : size, bitonic::ascends(first + place, run));
  });
  __syncthreads();
}

/// Sorts `size` items, ascending or descending as the place `first` of items[0] in a larger network wants it. As
/// bitonic_merge.
template <class Item>
__device__ void bitonic_sort(Item* items, std::uint32_t size, std::uint32_t first = 0) {
  bitonic::for_rows(items, size, [=](Item item, std::uint32_t place) {
#pragma unroll
    for (std::uint32_t run = 2; run <= warp_threads; run *= 2) {
      if (run <= size) item = bitonic::merge_lanes(item, run, bitonic::ascends(first + place, run));
    }
    return item;
  });
  __syncthreads();
  for (std::uint32_t run = 2 * warp_threads; run <= size; run *= 2) bitonic_merge(items, size, first, run);
}

}  // namespace farfirst::cuda
