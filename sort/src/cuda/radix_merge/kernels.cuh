#pragma once
// The kernel that sorts tiles, one per block.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/items.h"
#include "cuda/prim/key_bits.h"
#include "cuda/prim/split.cuh"
#include "tuning.h"

namespace farfirst::cuda::radix_merge {

/// Splits by each of some bits of the key, from the lowest. Stable.
template <class Items, unsigned rows>
__global__ void __launch_bounds__(threads, 4)
    sort_tiles(items::Source source, std::uint32_t n, SortedBits bits, typename Items::Item* __restrict__ to) {
  using Tile = SplitTile<Items, threads, rows>;
  using Item = typename Items::Item;
  __shared__ typename Tile::Shared shared;
  auto* shared_items = dynamic_shared<Item>();
  const std::uint32_t begin = blockIdx.x * Tile::size;
  const std::uint32_t count = min(Tile::size, n - begin);
  Item own[rows];
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {  // padding comes last and stays there, as nothing sorts after it
    own[k] = Tile::place(k) < count ? Items::load(source, begin + Tile::place(k)) : Items::padding();
  }
#pragma unroll 1
  for (unsigned bit = bits.begin; bit < bits.end; ++bit) {
    Tile::split(own, shared_items, shared, bit);
  }
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    if (Tile::place(k) < count) to[begin + Tile::place(k)] = own[k];
  }
}

}  // namespace farfirst::cuda::radix_merge
