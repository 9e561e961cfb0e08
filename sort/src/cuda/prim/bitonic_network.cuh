#pragma once
// The bitonic network run by a block. A warp keeps rows of 32 items in registers and exchanges them between rows and
// between lanes: the strides below `rows` times 32. Larger strides are done three at a time by threads on 8 items from
// shared memory. So a barrier and a round trip through shared memory pay for several steps.
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

/// The item that this lane keeps: its own, or that of the lane `stride` away.
template <class Item>
__device__ __forceinline__ Item exchange_lanes(Item item, unsigned stride, bool ascending) {
  const Item other = __shfl_xor_sync(all_lanes, item, static_cast<int>(stride));
  const bool keeps_smaller = ((lane_of_thread() & stride) == 0) == ascending;
  return (keeps_smaller ? other < item : item < other) ? other : item;
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

/// A block's part of the network: `size` places, of which the first is place `first` of the whole network.
struct Part {
  std::uint32_t size;
  std::uint32_t first;  // a multiple of size
  __device__ bool ascends(std::uint32_t place, std::uint32_t run) const { return bitonic::ascends(first + place, run); }
};

/// Does the strides below rows * 32 of the merge to runs of `run` items. `place`: this lane's in the first row.
template <unsigned rows, class Item>
__device__ __forceinline__ void merge_rows(Item (&row)[rows], std::uint32_t place, Part part, std::uint32_t run) {
  const std::uint32_t reach = run < part.size ? run : part.size;  // strides are smaller
#pragma unroll
  for (unsigned distance = rows / 2; distance > 0; distance /= 2) {
    if (distance * warp_threads >= reach) continue;
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      if ((k & distance) == 0) exchange(row[k], row[k + distance], part.ascends(place + k * warp_threads, run));
    }
  }
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    row[k] = merge_lanes(row[k], reach, part.ascends(place + k * warp_threads, run));
  }
}

/// All merges to runs of up to rows * 32 items.
template <unsigned rows, class Item>
__device__ __forceinline__ void sort_rows(Item (&row)[rows], std::uint32_t place, Part part) {
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
#pragma unroll
    for (std::uint32_t run = 2; run <= warp_threads; run *= 2) {
      if (run <= part.size) row[k] = merge_lanes(row[k], run, part.ascends(place + k * warp_threads, run));
    }
  }
#pragma unroll 1
  for (std::uint32_t run = 2 * warp_threads; run <= rows * warp_threads && run <= part.size; run *= 2) {
    merge_rows(row, place, part, run);
  }
}

/// Reads `rows` rows at a time into the registers of a warp, calls steps(row, place) and writes them back.
template <unsigned rows, class Item, class Load, class Store, class Steps>
__device__ __forceinline__ void for_rows(std::uint32_t size, Load load, Store store, Steps steps) {
  for (std::uint32_t begin = warp_of_thread() * warp_threads * rows; begin < size; begin += blockDim.x * rows) {
    const std::uint32_t place = begin + lane_of_thread();
    Item row[rows];
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t at = place + k * warp_threads;
      row[k] = at < size ? load(at) : Item{};
    }
    steps(row, place);
#pragma unroll
    for (unsigned k = 0; k < rows; ++k) {
      const std::uint32_t at = place + k * warp_threads;
      if (at < size) store(at, row[k]);
    }
  }
}

/// `bits` strides, from the widest down to `stride`, of groups of 2^bits places. Ends with a barrier.
template <unsigned bits, class Item, class Load, class Store>
__device__ __forceinline__ void merge_groups(Part part, std::uint32_t stride, std::uint32_t run, Load load,
                                             Store store) {
  for (std::uint32_t g = threadIdx.x; g < part.size >> bits; g += blockDim.x) {
    const std::uint32_t place = group_place(g, stride, bits);
    Item group[1u << bits];
#pragma unroll
    for (unsigned i = 0; i < 1u << bits; ++i) group[i] = load(place + i * stride);
    merge_registers(group, part.ascends(place, run));
#pragma unroll
    for (unsigned i = 0; i < 1u << bits; ++i) store(place + i * stride, group[i]);
  }
  __syncthreads();
}

/// Does the next strides of a merge, as many as a thread handles in registers, but none below `least`; returns the
/// widest remaining stride.
template <class Item, class Load, class Store>
__device__ __forceinline__ std::uint32_t merge_wide(Part part, std::uint32_t widest, std::uint32_t least,
                                                    std::uint32_t run, Load load, Store store) {
  if (widest >= 4 * least) {
    merge_groups<3, Item>(part, widest / 4, run, load, store);
    return widest / 8;
  }
  if (widest == 2 * least) {
    merge_groups<2, Item>(part, least, run, load, store);
  } else {
    merge_groups<1, Item>(part, least, run, load, store);
  }
  return least / 2;
}

}  // namespace bitonic

/// The part of a merge to runs of `run` items that stays within a block's part of the network: strides from min(run,
/// size) / 2 down. load(i) returns the item at place i of the part, store(i, item) stores it; `shared` holds the whole
/// part. Sizes are powers of two, blocks whole warps. All threads of the block call it; it ends with a barrier.
template <unsigned rows, class Item, class Load, class Store>
__device__ void bitonic_merge(Item* shared, bitonic::Part part, std::uint32_t run, Load load, Store store) {
  const auto from_shared = [shared](std::uint32_t i) { return shared[i]; };
  const auto to_shared = [shared](std::uint32_t i, Item item) { shared[i] = item; };
  const auto merge = [part, run](Item(&row)[rows], std::uint32_t place) { bitonic::merge_rows(row, place, part, run); };
  constexpr std::uint32_t least = rows * warp_threads;
  std::uint32_t stride = (run < part.size ? run : part.size) / 2;
  if (stride < least) {
    bitonic::for_rows<rows, Item>(part.size, load, store, merge);
  } else {
    stride = bitonic::merge_wide<Item>(part, stride, least, run, load, to_shared);
    while (stride >= least) stride = bitonic::merge_wide<Item>(part, stride, least, run, from_shared, to_shared);
    bitonic::for_rows<rows, Item>(part.size, from_shared, store, merge);
  }
  __syncthreads();
}

/// Sorts a block's part of the network, ascending or descending depending on its place. As bitonic_merge.
template <unsigned rows, class Item, class Load, class Store>
__device__ void bitonic_sort(Item* shared, bitonic::Part part, Load load, Store store) {
  const auto from_shared = [shared](std::uint32_t i) { return shared[i]; };
  const auto to_shared = [shared](std::uint32_t i, Item item) { shared[i] = item; };
  const auto sort = [part](Item(&row)[rows], std::uint32_t place) { bitonic::sort_rows(row, place, part); };
  constexpr std::uint32_t in_rows = rows * warp_threads;
  if (part.size <= in_rows) {
    bitonic::for_rows<rows, Item>(part.size, load, store, sort);
    __syncthreads();
    return;
  }
  bitonic::for_rows<rows, Item>(part.size, load, to_shared, sort);
  __syncthreads();
  for (std::uint32_t run = 2 * in_rows; run < part.size; run *= 2) {
    bitonic_merge<rows>(shared, part, run, from_shared, to_shared);
  }
  bitonic_merge<rows>(shared, part, part.size, from_shared, store);
}

/// Sorts `size` items in shared memory. All threads of the block call it, after a barrier; it ends with a barrier.
template <class Item>
__device__ void bitonic_sort(Item* shared, std::uint32_t size) {
  const auto load = [shared](std::uint32_t i) { return shared[i]; };
  const auto store = [shared](std::uint32_t i, Item item) { shared[i] = item; };
  bitonic_sort<4>(shared, bitonic::Part{size, 0}, load, store);
}

}  // namespace farfirst::cuda
