#pragma once
// The passes of the bitonic network: tiles in shared memory, and strides beyond a tile in registers.

#include "cuda/prim/bitonic_network.cuh"
#include "cuda/prim/items.h"
#include "tuning.h"

namespace farfirst::cuda::bitonic {

/// The memory that a pass over tiles reads and writes: items in scratch, or the buffers of the job.
template <class Kind>
struct Tiles {
  typename Kind::Item* items;
  items::Source source;
  items::Sink sink;
  std::uint32_t n;  // of the job; padding begins here
  std::uint32_t tile;
  std::uint32_t run;  // length of the merged runs
};

/// `first`: reads the job's keys.
template <class Kind, bool first>
__device__ typename Kind::Item load_item(const Tiles<Kind>& tiles, std::uint32_t place) {
  if constexpr (first) return place < tiles.n ? Kind::load(tiles.source, place) : Kind::padding();
  return tiles.items[place];
}
/// `last`: writes the job's outputs.
template <class Kind, bool last>
__device__ void store_item(const Tiles<Kind>& tiles, std::uint32_t place, typename Kind::Item item) {
  if constexpr (last) {
    if (place < tiles.n) Kind::store(tiles.sink, place, item);
  } else {
    tiles.items[place] = item;
  }
}

/// `first`: reads the job's keys and sorts each tile. Otherwise: does the strides of a merge that stay within a tile.
/// `last`: writes the job's outputs.
template <class Kind, bool first, bool last>
__global__ void __launch_bounds__(most_threads) sort_tiles(Tiles<Kind> tiles) {
  using Item = typename Kind::Item;
  auto* shared = dynamic_shared<Item>();
  const std::uint32_t begin = blockIdx.x * tiles.tile;
  const auto load = [&tiles, begin](std::uint32_t i) { return load_item<Kind, first>(tiles, begin + i); };
  const auto store = [&tiles, begin](std::uint32_t i, Item item) { store_item<Kind, last>(tiles, begin + i, item); };
  if constexpr (first) {
    bitonic_sort<warp_rows>(shared, Part{tiles.tile, begin}, load, store);
  } else {
    bitonic_merge<warp_rows>(shared, Part{tiles.tile, begin}, tiles.run, load, store);
  }
}

/// The same for tiles of two items, the step of stride 1: a thread for each, since nothing is shared.
template <class Kind, bool first, bool last>
__global__ void __launch_bounds__(wide_threads) sort_pairs(Tiles<Kind> tiles, std::uint32_t pairs) {
  const std::uint32_t g = blockIdx.x * wide_threads + threadIdx.x;
  if (g >= pairs) return;
  const std::uint32_t place = pair * g;
  typename Kind::Item items[pair] = {load_item<Kind, first>(tiles, place), load_item<Kind, first>(tiles, place + 1)};
  merge_registers(items, ascends(place, tiles.run));
  store_item<Kind, last>(tiles, place, items[0]);
  store_item<Kind, last>(tiles, place + 1, items[1]);
}

/// `bits` strides from the widest down to `stride` of the merge to runs of `run` items: a thread for each group.
template <unsigned bits, class Item>
__global__ void __launch_bounds__(wide_threads)
    merge_wide(Item* items, std::uint32_t groups, std::uint32_t stride, std::uint32_t run) {
  const std::uint32_t g = blockIdx.x * wide_threads + threadIdx.x;
  if (g >= groups) return;
  const std::uint32_t place = group_place(g, stride, bits);
  Item group[1u << bits];
#pragma unroll
  for (unsigned i = 0; i < 1u << bits; ++i) group[i] = items[place + i * stride];
  merge_registers(group, ascends(place, run));
#pragma unroll
  for (unsigned i = 0; i < 1u << bits; ++i) items[place + i * stride] = group[i];
}

}  // namespace farfirst::cuda::bitonic
