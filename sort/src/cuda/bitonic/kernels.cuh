#pragma once
// The passes of the bitonic network: tiles in shared memory, and strides that reach beyond a tile in registers.

#include "cuda/prim/bitonic_network.cuh"
#include "cuda/prim/items.h"
#include "tuning.h"

namespace farfirst::cuda::bitonic {

/// Where a pass over tiles reads and writes: items in scratch, or the buffers of the job.
template <class Kind>
struct Tiles {
  typename Kind::Item* items;
  items::Source source;
  items::Sink sink;
  std::uint32_t n;  // of the job; places from here on hold padding
  std::uint32_t tile;
  std::uint32_t run;  // length of the runs that the merge makes
};

/// `first`: reads the job's keys and sorts each tile. Otherwise: the strides of a merge that stay within a tile.
/// `last`: writes what the job asks for.
template <class Kind, bool first, bool last>
__global__ void __launch_bounds__(most_threads) sort_tiles(Tiles<Kind> tiles) {
  auto* shared = dynamic_shared<typename Kind::Item>();
  const std::uint32_t begin = blockIdx.x * tiles.tile;
  for (std::uint32_t i = threadIdx.x; i < tiles.tile; i += blockDim.x) {
    if constexpr (first) {
      shared[i] = begin + i < tiles.n ? Kind::load(tiles.source, begin + i) : Kind::padding();
    } else {
      shared[i] = tiles.items[begin + i];
    }
  }
  __syncthreads();
  if constexpr (first) {
    bitonic_sort(shared, tiles.tile, begin);
  } else {
    bitonic_merge(shared, tiles.tile, begin, tiles.run);
  }
  for (std::uint32_t i = threadIdx.x; i < tiles.tile; i += blockDim.x) {
    if constexpr (last) {
      if (begin + i < tiles.n) Kind::store(tiles.sink, begin + i, shared[i]);
    } else {
      tiles.items[begin + i] = shared[i];
    }
  }
}

/// `bits` strides from the widest down to `stride` of the merge to runs of `run` items: a thread for each group.
template <unsigned bits, class Item>
__global__ void __launch_bounds__(wide_threads)
    merge_wide(Item* items, std::uint32_t groups, std::uint32_t stride, std::uint32_t run) {
  const std::uint32_t g = blockIdx.x * wide_threads + threadIdx.x;
  if (g >= groups) return;
  const std::uint32_t place = group_place(g, stride, bits);
  merge_group<bits>(items, place, stride, ascends(place, run));
}

}  // namespace farfirst::cuda::bitonic
