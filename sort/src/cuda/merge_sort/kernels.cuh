#pragma once
// The kernel that sorts tiles, one per block.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/items.h"
#include "cuda/prim/merge_block.cuh"
#include "cuda/prim/odd_even_network.cuh"
#include "tuning.h"

namespace farfirst::cuda::merge_sort {

/// Compares whole words: the network does not keep the sequence of equal keys.
struct Less {
  template <class Item>
  __device__ bool operator()(Item a, Item b) const {
    return a < b;
  }
};

/// The published sort of tiles: Batcher's odd-even merge sort, all of it in shared memory.
template <class Items>
__global__ void __launch_bounds__(network_threads)
    sort_tiles_by_network(items::Source source, std::uint32_t n, std::uint32_t tile,
                          typename Items::Item* __restrict__ to) {
  auto* items = dynamic_shared<typename Items::Item>();
  const std::uint32_t begin = blockIdx.x * tile;
  const std::uint32_t count = min(tile, n - begin);
  for (std::uint32_t i = threadIdx.x; i < count; i += network_threads) items[i] = Items::load(source, begin + i);
  __syncthreads();
  odd_even::sort_block(items, count, Less());
  for (std::uint32_t i = threadIdx.x; i < count; i += network_threads) to[begin + i] = items[i];
}

/// Sorts 16 items per thread in registers by Batcher's odd-even merge sort, then merges in shared memory: every thread
/// finds its part by rank and merges it one by one. For runs of any length, the network would compare an item log2(run)
/// times, but a merge compares it once. A tile is 16 items per thread.
template <class Items>
__global__ void __launch_bounds__(most_threads, 2)
    sort_tiles(items::Source source, std::uint32_t n, typename Items::Item* __restrict__ to) {
  using Item = typename Items::Item;
  static_assert(per_thread == merged_per_thread);
  const Skewed<Item> items{dynamic_shared<Item>()};
  const std::uint32_t tile = blockDim.x * per_thread;
  const std::uint32_t begin = blockIdx.x * tile;
  const std::uint32_t count = min(tile, n - begin);
  Item own[per_thread];
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {  // any 16 items will do: the ones that a warp reads in whole lines
    const std::uint32_t i = k * blockDim.x + threadIdx.x;
    own[k] = i < count ? Items::load(source, begin + i) : Items::padding();
  }
  odd_even::sort_registers(own, Less());
  for (std::uint32_t run = per_thread; run < tile; run *= 2) {
    __syncthreads();
    put_merged(items, own);
    __syncthreads();
    const std::uint32_t place = threadIdx.x * per_thread;
    const std::uint32_t rank = place % (2 * run);
    const Skewed<Item> a = items.from(place - rank), b = a.from(run);
    const std::uint32_t from_a = split_at(rank, a, run, b, run, Less());
    merge_serially(a, from_a, run, run + rank - from_a, 2 * run, own, Less());
  }
  __syncthreads();
  put_merged(items, own);
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const std::uint32_t i = k * blockDim.x + threadIdx.x;
    if (i < count) to[begin + i] = items[i];
  }
}

}  // namespace farfirst::cuda::merge_sort
