#pragma once
// The two kernels of a pass around the prefix sum.

#include "cuda/prim/counted.cuh"
#include "cuda/prim/items.h"
#include "cuda/prim/split.cuh"
#include "plan.h"
#include "tuning.h"

namespace farfirst::cuda::radix_split {

/// The data shared by the steps of a pass.
template <class Kind>
struct Pass {
  items::Source source;  // of the first pass
  items::Sink sink;      // of the last pass
  typename Kind::Item* items;
  typename Kind::Item* tiles;  // the items, each tile sorted
  std::uint32_t* counts;       // see counter()
  std::uint32_t* offsets;      // of the digits in their tiles, by tile, then by digit
  Count elements;
  Digit digit;
};

/// The items of this block's tile from `begin` on; none if the elements end before it.
template <class Kind>
__device__ std::uint32_t count_from(const Pass<Kind>& pass, std::size_t begin, unsigned tile) {
  const std::size_t n = pass.elements.get();
  return begin < n ? static_cast<std::uint32_t>(min(std::size_t{tile}, n - begin)) : 0;
}

/// Steps 1 and 2: sorts each tile by the digit and counts its digits. The paper has a kernel for each step; here the
/// tile stays in shared memory.
template <class Kind, unsigned rows, bool first>
__global__ void __launch_bounds__(threads) sort_tiles(Pass<Kind> pass) {
  using Tile = SplitTile<Kind, threads, rows>;
  using Item = typename Kind::Item;
  __shared__ typename Tile::Shared shared;
  Item* shared_items = dynamic_shared<Item>();
  const std::size_t begin = std::size_t{blockIdx.x} * Tile::size;
  const std::uint32_t count = count_from(pass, begin, Tile::size);
  if (count == 0) {  // the prefix sum reads the counts of all tiles
    for (std::uint32_t d = threadIdx.x; d <= pass.digit.mask; d += threads) {
      pass.counts[counter(d, blockIdx.x, gridDim.x)] = 0;
    }
    return;
  }
  Item item[rows];
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    const std::uint32_t at = Tile::place(k);
    item[k] = Kind::padding();  // stays after all others, since the sort is stable
    if (at < count) item[k] = first ? Kind::load(pass.source, begin + at) : pass.items[begin + at];
  }
  Tile::sort(item, shared_items, shared, pass.digit);
  Tile::find_digits(item, shared_items, shared, pass.digit, count);
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    const std::uint32_t at = Tile::place(k);
    if (at < count) pass.tiles[begin + at] = item[k];
  }
  for (std::uint32_t d = threadIdx.x; d <= pass.digit.mask; d += threads) {
    pass.counts[counter(d, blockIdx.x, gridDim.x)] = shared.ends[d] - shared.offsets[d];
    pass.offsets[std::size_t{blockIdx.x} * (pass.digit.mask + 1) + d] = shared.offsets[d];
  }
}

/// Step 4: moves the items of each tile. Since the tile is sorted, neighbours usually move to neighbouring places.
template <class Kind, unsigned rows, bool last>
__global__ void __launch_bounds__(threads) scatter_tiles(Pass<Kind> pass) {
  using Tile = SplitTile<Kind, threads, rows>;
  __shared__ std::uint32_t shift[Tile::most_digits];  // from a place in the tile to one in the target, modulo 2^32
  const std::size_t begin = std::size_t{blockIdx.x} * Tile::size;
  const std::uint32_t count = count_from(pass, begin, Tile::size);
  if (count == 0) return;
  for (std::uint32_t d = threadIdx.x; d <= pass.digit.mask; d += threads) {
    shift[d] = pass.counts[counter(d, blockIdx.x, gridDim.x)] -
               pass.offsets[std::size_t{blockIdx.x} * (pass.digit.mask + 1) + d];
  }
  typename Kind::Item item[rows];
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    const std::uint32_t at = k * threads + threadIdx.x;
    if (at < count) item[k] = pass.tiles[begin + at];
  }
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < rows; ++k) {
    const std::uint32_t at = k * threads + threadIdx.x;
    if (at >= count) break;
    const std::uint32_t target = shift[digit_of(Kind::key(item[k]), pass.digit)] + at;
    if constexpr (last) {
      Kind::store(pass.sink, target, item[k]);
    } else {
      pass.items[target] = item[k];
    }
  }
}

}  // namespace farfirst::cuda::radix_split
