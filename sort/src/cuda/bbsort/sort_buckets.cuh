#pragma once
// Sorts the buckets, one block for each: by the bitonic network in shared memory, as in the paper, or, if a bucket is
// too large for that, by a radix sort through memory.

#include "cuda/prim/bitonic_network.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/items.h"
#include "cuda/prim/split.cuh"
#include "tuning.h"

namespace farfirst::cuda::bbsort {

/// Buckets that do not fit into shared memory.
struct Overfull {
  std::uint32_t count;
  std::uint32_t next;  // next bucket for a block
  std::uint32_t buckets[1];
};

template <class Kind>
struct Buckets {
  typename Kind::Item* items;  // bucket after bucket
  typename Kind::Item* other;  // as much memory again
  const std::uint32_t* offsets;
  Overfull* overfull;
  items::Sink sink;
};

template <class Kind>
__global__ void __launch_bounds__(bucket_threads) sort_buckets(Buckets<Kind> buckets) {
  const std::uint32_t begin = buckets.offsets[blockIdx.x];
  const std::uint32_t count = buckets.offsets[blockIdx.x + 1] - begin;
  if (count > capacity) {
    if (threadIdx.x == 0) buckets.overfull->buckets[atomicAdd(&buckets.overfull->count, 1u)] = blockIdx.x;
    return;
  }
  const auto load = [&buckets, begin, count](std::uint32_t i) {
    return i < count ? buckets.items[begin + i] : Kind::padding();
  };
  const auto store = [&buckets, begin, count](std::uint32_t i, typename Kind::Item item) {
    if (i < count) Kind::store(buckets.sink, std::size_t{begin} + i, item);
  };
  bitonic_sort<bucket_rows>(dynamic_shared<typename Kind::Item>(), bitonic::Part{network_size(count), 0}, load, store);
}

/// Sorts items by all of their bits, including indices, since the scatter did not keep their sequence.
template <class Kind>
struct Whole : Kind {
  using Key = typename Kind::Item;
  __device__ static Key key(Key item) { return item; }
};

/// The radix sort of one block.
template <class Kind>
struct BlockRadix {
  using Item = typename Kind::Item;
  using Tile = SplitTile<Whole<Kind>, overfull_threads, overfull_rows>;

  struct Shared {
    typename Tile::Shared tile;
    std::uint32_t counts[Tile::most_digits];  // of a digit, then the place of its next item
  };

  struct Or {
    __device__ Item operator()(Item a, Item b) const { return a | b; }
  };

  /// Loads the items of a tile into registers, with all loads in flight at once; `otherwise` beyond the end.
  __device__ static void load(const Item* items, std::uint32_t size, Item (&item)[overfull_rows], Item otherwise) {
#pragma unroll
    for (unsigned k = 0; k < overfull_rows; ++k) {
      const std::uint32_t at = Tile::place(k);
      item[k] = at < size ? items[at] : otherwise;
    }
  }

  /// The bits in which items differ.
  __device__ static Item differing(const Item* items, std::uint32_t n) {
    const Item first = items[0];
    Item bits = 0;
    for (std::uint32_t begin = 0; begin < n; begin += Tile::size) {
      Item item[overfull_rows];
      load(items + begin, n - begin, item, first);
#pragma unroll
      for (unsigned k = 0; k < overfull_rows; ++k) bits |= item[k] ^ first;
    }
    return block_reduce<overfull_threads>(bits, Or());
  }

  /// Counts a digit and writes the begin of each value in the sorted sequence to shared.counts. Ends with a barrier.
  __device__ static void count(const Item* items, std::uint32_t n, Shared& shared, Digit digit) {
    static_assert(Tile::most_digits <= overfull_threads);
    if (threadIdx.x < Tile::most_digits) shared.counts[threadIdx.x] = 0;
    __syncthreads();
    for (std::uint32_t begin = 0; begin < n; begin += Tile::size) {
      Item item[overfull_rows];
      load(items + begin, n - begin, item, Item{0});
#pragma unroll
      for (unsigned k = 0; k < overfull_rows; ++k) {
        if (Tile::place(k) < n - begin) atomicAdd(&shared.counts[digit_of(item[k], digit)], 1u);
      }
    }
    __syncthreads();
    const std::uint32_t own = threadIdx.x < Tile::most_digits ? shared.counts[threadIdx.x] : 0;
    std::uint32_t total;
    const std::uint32_t before = block_exclusive_sum<overfull_threads>(own, total);
    if (threadIdx.x < Tile::most_digits) shared.counts[threadIdx.x] = before;
    __syncthreads();
  }

  /// Moves n items from `from` to `to` by a digit: tile after tile, each sorted first.
  __device__ static void pass(const Item* from, Item* to, std::uint32_t n, Item* shared_items, Shared& shared,
                              Digit digit) {
    count(from, n, shared, digit);
    for (std::uint32_t begin = 0; begin < n; begin += Tile::size) {
      const std::uint32_t size = min(n - begin, std::uint32_t{Tile::size});
      Item item[overfull_rows];
      load(from + begin, size, item, Kind::padding());
      Tile::sort(item, shared_items, shared.tile, digit);
      Tile::find_digits(item, shared_items, shared.tile, digit, size);
#pragma unroll
      for (unsigned k = 0; k < overfull_rows; ++k) {
        const std::uint32_t at = Tile::place(k);
        if (at >= size) continue;
        const std::uint32_t d = digit_of(item[k], digit);
        to[shared.counts[d] + at - shared.tile.offsets[d]] = item[k];
      }
      __syncthreads();
      if (threadIdx.x <= digit.mask) {
        shared.counts[threadIdx.x] += shared.tile.ends[threadIdx.x] - shared.tile.offsets[threadIdx.x];
      }
    }
    __syncthreads();
  }

  /// Sorts n items by the digits in which they differ. Returns the array with the result, `items` or `other`.
  __device__ static const Item* sort(Item* items, Item* other, std::uint32_t n, Item* shared_items, Shared& shared) {
    const Item bits = differing(items, n);
    for (unsigned shift = 0; shift < 8 * sizeof(Item); shift += overfull_bits) {
      const Digit digit{shift, (1u << overfull_bits) - 1};
      if (digit_of(bits, digit) == 0) continue;
      pass(items, other, n, shared_items, shared, digit);
      Item* const sorted = other;
      other = items;
      items = sorted;
    }
    return items;
  }
};

/// Blocks take overfull buckets until none is left. Usually there are none.
template <class Kind>
__global__ void __launch_bounds__(overfull_threads) sort_overfull(Buckets<Kind> buckets) {
  using Radix = BlockRadix<Kind>;
  __shared__ typename Radix::Shared shared;
  __shared__ std::uint32_t taken;
  auto* shared_items = dynamic_shared<typename Kind::Item>();
  for (;;) {
    if (threadIdx.x == 0) taken = atomicAdd(&buckets.overfull->next, 1u);
    __syncthreads();
    const std::uint32_t number = taken;
    __syncthreads();
    if (number >= buckets.overfull->count) return;
    const std::uint32_t bucket = buckets.overfull->buckets[number];
    const std::uint32_t begin = buckets.offsets[bucket], n = buckets.offsets[bucket + 1] - begin;
    const auto* sorted = Radix::sort(buckets.items + begin, buckets.other + begin, n, shared_items, shared);
    for (std::uint32_t i = threadIdx.x; i < n; i += overfull_threads) {
      Kind::store(buckets.sink, std::size_t{begin} + i, sorted[i]);
    }
  }
}

}  // namespace farfirst::cuda::bbsort
