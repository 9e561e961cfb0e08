#pragma once
// A level of k-way distribution: the four phases of section 4 of the paper, for all segments of the level at once. A
// segment is a range of items to be split; each is cut into tiles of t * l items, one block per tile.

#include <cuda_runtime.h>

#include <cstdint>

#include "cells.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/odd_even_network.cuh"
#include "items.h"
#include "splitters.h"
#include "tuning.h"

namespace farfirst::cuda::sample_sort {

struct alignas(16) Segment {
  std::uint32_t begin;
  std::uint32_t size;
  std::uint32_t first_tile;  // tiles are numbered through all segments of the level
  std::uint32_t tiles;
};

/// A finished part of the output, which remains to be sorted.
struct alignas(16) Bucket {
  std::uint32_t begin;
  std::uint32_t size;  // 0: no bucket has this number
  std::uint32_t where;
  std::uint32_t level;  // of its distribution
};
inline constexpr std::uint32_t in_source = 2;           // Bucket::where: items 0, items 1, or the job's own buffers
inline constexpr std::uint32_t no_level = most_levels;  // Bucket::level: no samples

/// The counters that levels share. Zero before the first level.
struct Control {
  unsigned long long parts[most_levels + 1];  // of each level: segments << 32 | tiles
  std::uint32_t of_class[size_classes];       // buckets, by size, largest first
  std::uint32_t placed[size_classes];
  std::uint32_t buckets;
  std::uint32_t ticket;
};

/// The input of a level, or of the sort of buckets: items, or initially the job's own buffers.
template <class Order>
struct Stage {
  const typename Order::Item* items = nullptr;
  Source source;
  __device__ typename Order::Item operator[](std::size_t i) const {
    return items != nullptr ? items[i] : Order::load(source, i);
  }
};

template <class Item>
struct Level {
  unsigned log_k;
  unsigned arrays;  // of counters per block
  std::uint32_t tile;
  const unsigned long long* parts;
  const Segment* segments;
  const std::uint32_t* segment_of_tile;
  std::uint32_t oversampling;
  Item* samples;          // k * oversampling per segment, sorted
  std::uint32_t* flags;   // flag_words per segment
  std::uint32_t* counts;  // k * tiles per segment, bucket by bucket; after phase 3 their prefix sum
  std::uint16_t* kept;    // the bucket of each item, from phase 2 for phase 4; null: searched again
  bool equality;          // equal items have buckets of their own
  __device__ std::uint32_t segment_count() const { return static_cast<std::uint32_t>(*parts >> 32); }
  __device__ std::uint32_t tile_count() const { return static_cast<std::uint32_t>(*parts); }
  __device__ std::uint32_t* counts_of(const Segment& segment) const {
    return counts + (std::size_t{segment.first_tile} << log_k);
  }
};

/// The layout of the shared memory of a block that works on a tile.
struct TileShared {
  std::size_t flags, counters, bases, items, buckets, bytes;
};
inline TileShared tile_shared(unsigned log_k, unsigned arrays, std::size_t item_bytes, std::uint32_t staged_items) {
  const auto up = [](std::size_t bytes) { return (bytes + 15) / 16 * 16; };
  const std::size_t k = std::size_t{1} << log_k;
  TileShared at{};
  at.flags = up(k * item_bytes);
  at.counters = at.flags + up(flag_words(log_k) * sizeof(std::uint32_t));
  at.bases = at.counters + up(arrays * k * sizeof(std::uint32_t));
  at.items = at.bases + up(2 * k * sizeof(std::uint32_t));
  at.buckets = at.items + up(staged_items * item_bytes);
  at.bytes = at.buckets + up(staged_items * sizeof(std::uint16_t));
  return at;
}

/// Writes the first segment, and zero elsewhere.
static __global__ void begin_levels(Control* control, Segment* segments, std::uint32_t* segment_of_tile,
                                    std::uint32_t n, std::uint32_t tiles) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < tiles) segment_of_tile[i] = 0;
  if (i < size_classes) control->of_class[i] = control->placed[i] = 0;
  if (i <= most_levels) control->parts[i] = i == 0 ? (1ull << 32 | tiles) : 0;
  if (i == 0) {
    control->buckets = control->ticket = 0;
    segments[0] = {0, n, 0, tiles};
  }
}

/// Sorts the items draw(0) .. draw(size - 1) by a sample of them: the first ones, sorted by the network. Ends with a
/// barrier.
template <class Order, class Draw>
__device__ void sort_sample(const Draw& draw, std::uint32_t size, typename Order::Item* to) {
  using Item = typename Order::Item;
  auto& shared = *dynamic_shared<BucketShared<Item>>();
  const std::uint32_t first = min(size, most_cells);
  for (std::uint32_t i = threadIdx.x; i < first; i += bucket_threads) shared.items[i] = draw(i);
  __syncthreads();
  odd_even::sort_block(shared.items, first, Order());
  sort_by_cells<Order>(shared, size, shared.items, first, draw,
                       [to](std::uint32_t i, const Item& item) { to[i] = item; });
}

/// Phase 1. One block per segment sorts a random sample of a * k items; every a-th becomes a splitter.
template <class Order>
__global__ void __launch_bounds__(bucket_threads)
    sample_segments(Stage<Order> from, Level<typename Order::Item> level, std::uint32_t seed) {
  using Item = typename Order::Item;
  const std::uint32_t s = blockIdx.x;
  if (s >= level.segment_count()) return;
  const Segment segment = level.segments[s];
  const std::uint32_t k = 1u << level.log_k, size = level.oversampling * k;
  Item* sample = level.samples + std::size_t{s} * size;
  const auto place = [&](std::uint32_t i) {
    return std::size_t{segment.begin} + sample_place(seed, s * size + i, segment.size);
  };
  if (from.items != nullptr) {
    sort_sample<Order>([&](std::uint32_t i) { return from.items[place(i)]; }, size, sample);
  } else {
    sort_sample<Order>([&](std::uint32_t i) { return Order::load(from.source, place(i)); }, size, sample);
  }
  for (std::uint32_t word = threadIdx.x; word < flag_words(level.log_k); word += blockDim.x) {
    std::uint32_t flags = 0;
    if constexpr (!Order::distinct) {
      for (std::uint32_t b = 32 * word; b < 32 * word + 32 && b + 2 < k; ++b) {
        const bool equal =
            level.equality && !Order()(sample[level.oversampling * (b + 1)], sample[level.oversampling * (b + 2)]);
        flags |= static_cast<std::uint32_t>(equal) << (b % 32);
      }
    }
    level.flags[std::size_t{s} * flag_words(level.log_k) + word] = flags;
  }
}

/// A tile, with its segment.
struct Tile {
  Segment segment;
  std::uint32_t index;   // of the segment
  std::uint32_t number;  // in the segment
  std::size_t begin;
  std::uint32_t count;
};
template <class Item>
__device__ Tile tile_of_block(const Level<Item>& level) {
  Tile tile;
  tile.index = level.segment_of_tile[blockIdx.x];
  tile.segment = level.segments[tile.index];
  tile.number = blockIdx.x - tile.segment.first_tile;
  const std::uint32_t before = tile.number * level.tile;
  tile.begin = std::size_t{tile.segment.begin} + before;
  tile.count = min(level.tile, tile.segment.size - before);
  return tile;
}

/// A block's shared memory for finding buckets.
template <class Item>
struct Splitters {
  Item* tree;
  std::uint32_t* flags;
  bool some_equal;
};

/// Builds the tree in shared memory, unless the buckets are known, copies the flags and clears the counters. Ends with
/// a barrier.
template <class Order, bool known>
__device__ Splitters<typename Order::Item> load_splitters(const Level<typename Order::Item>& level, std::uint32_t s,
                                                          unsigned char* shared, const TileShared& at) {
  using Item = typename Order::Item;
  const std::uint32_t k = 1u << level.log_k;
  Splitters<Item> splitters{reinterpret_cast<Item*>(shared), reinterpret_cast<std::uint32_t*>(shared + at.flags),
                            false};
  auto* counters = reinterpret_cast<std::uint32_t*>(shared + at.counters);
  if constexpr (!known) {
    const Item* samples = level.samples + std::size_t{s} * level.oversampling * k;
    for (std::uint32_t node = threadIdx.x; node < k; node += blockDim.x) {
      splitters.tree[node] = samples[node == 0 ? 0 : splitter_of_node(node, level.log_k) * level.oversampling];
    }
  }
  for (std::uint32_t i = threadIdx.x; i < level.arrays * k; i += blockDim.x) counters[i] = 0;
  if constexpr (Order::distinct) {
    __syncthreads();
  } else {
    std::uint32_t some = 0;
    for (std::uint32_t i = threadIdx.x; i < flag_words(level.log_k); i += blockDim.x) {
      some |= splitters.flags[i] = level.flags[std::size_t{s} * flag_words(level.log_k) + i];
    }
    splitters.some_equal = __syncthreads_or(some != 0) != 0;
  }
  return splitters;
}

/// Loads this thread's elements of the tile, one after the other over the block; beyond its end, its first one.
template <unsigned elements, class From, class To>
__device__ void load_tile(const From& from, const Tile& tile, To (&to)[elements]) {
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    const std::uint32_t i = e * blockDim.x + threadIdx.x;
    to[e] = from[tile.begin + (i < tile.count ? i : 0)];
  }
}

/// The same for items in any place. One branch for all of them, so that the loads are in flight together.
template <class Order, unsigned elements>
__device__ void load_items(const Stage<Order>& from, const Tile& tile, typename Order::Item (&items)[elements]) {
  if (from.items != nullptr) return load_tile(from.items, tile, items);
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    const std::uint32_t i = e * blockDim.x + threadIdx.x;
    items[e] = Order::load(from.source, tile.begin + (i < tile.count ? i : 0));
  }
}

/// The buckets of items.
template <class Order, unsigned elements>
__device__ void find(const typename Order::Item (&items)[elements], const Splitters<typename Order::Item>& splitters,
                     unsigned log_k, std::uint32_t (&buckets)[elements]) {
  find_buckets<Order>(items, splitters.tree, log_k, buckets);
  if constexpr (!Order::distinct) {
    if (!splitters.some_equal) return;
#pragma unroll
    for (unsigned e = 0; e < elements; ++e) {
      if (flag(splitters.flags, buckets[e])) {
        buckets[e] = with_equality<Order>(items[e], splitters.tree, log_k, buckets[e]);
      }
    }
  }
}

/// Phase 2. Counts the items of the tile in each bucket. Groups of warps count in arrays of their own, so that fewer
/// threads contend for a counter.
template <class Order, unsigned elements>
__global__ void __launch_bounds__(most_threads(elements))
    count_tiles(Stage<Order> from, Level<typename Order::Item> level, TileShared at) {
  const std::uint32_t k = 1u << level.log_k;
  if (blockIdx.x >= level.tile_count()) {  // the prefix sum runs over all possible tiles
    for (std::uint32_t b = threadIdx.x; b < k; b += blockDim.x)
      level.counts[(std::size_t{blockIdx.x} << level.log_k) + b] = 0;
    return;
  }
  const Tile tile = tile_of_block(level);
  auto* shared = dynamic_shared<unsigned char>();
  auto* counters = reinterpret_cast<std::uint32_t*>(shared + at.counters);
  const auto splitters = load_splitters<Order, false>(level, tile.index, shared, at);

  typename Order::Item items[elements];
  std::uint32_t buckets[elements];
  load_items(from, tile, items);
  find<Order>(items, splitters, level.log_k, buckets);
  std::uint32_t* own = counters + (warp_of_thread() % level.arrays) * k;
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    const std::uint32_t i = e * blockDim.x + threadIdx.x;
    if (i >= tile.count) continue;
    atomicAdd(&own[buckets[e]], 1u);
    if (level.kept != nullptr) level.kept[tile.begin + i] = static_cast<std::uint16_t>(buckets[e]);
  }
  __syncthreads();
  std::uint32_t* counts = level.counts_of(tile.segment);
  for (std::uint32_t b = threadIdx.x; b < k; b += blockDim.x) {
    std::uint32_t sum = 0;
    for (unsigned a = 0; a < level.arrays; ++a) sum += counters[a * k + b];
    counts[std::size_t{b} * tile.segment.tiles + tile.number] = sum;
  }
}

/// values[i] becomes values[0] + ... + values[i - 1], in shared memory. Called after a barrier, ends with one.
__device__ inline void exclusive_sum_in_shared(std::uint32_t* values, std::uint32_t count) {
  __shared__ std::uint32_t sums[32];
  const unsigned warps = blockDim.x / warp_threads;
  std::uint32_t before = 0;
  for (std::uint32_t first = 0; first < count; first += blockDim.x) {
    const std::uint32_t i = first + threadIdx.x;
    const std::uint32_t value = i < count ? values[i] : 0;
    const std::uint32_t inclusive = warp_inclusive_sum(value);
    if (lane_of_thread() == warp_threads - 1) sums[warp_of_thread()] = inclusive;
    __syncthreads();
    std::uint32_t own = before + inclusive - value;
    for (unsigned warp = 0; warp < warps; ++warp) {
      if (warp < warp_of_thread()) own += sums[warp];
      before += sums[warp];
    }
    if (i < count) values[i] = own;
    __syncthreads();
  }
}

/// Turns the counters into offsets in the tile: array by array, after the items of lower buckets. `starts` receives the
/// begin of each bucket in the tile. Called after a barrier, ends with one.
__device__ inline void tile_offsets(std::uint32_t* counters, unsigned arrays, std::uint32_t k, std::uint32_t* starts) {
  for (std::uint32_t b = threadIdx.x; b < k; b += blockDim.x) {
    std::uint32_t sum = 0;
    for (unsigned a = 0; a < arrays; ++a) {
      const std::uint32_t count = counters[a * k + b];
      counters[a * k + b] = sum;
      sum += count;
    }
    starts[b] = sum;
  }
  __syncthreads();
  exclusive_sum_in_shared(starts, k);
}

/// Phase 4. Ranks the items of the tile in their buckets and moves them. In the paper the buckets are searched again
/// and every thread writes its own items, since two other ways were no faster on the cards of its day. Those two
/// together are `staged`: phase 2 keeps the buckets, and the tile is ordered in shared memory first, so that runs of
/// items move together. Items of equality buckets reach their final places: they leave the sort here.
template <class Order, unsigned elements, bool staged>
__global__ void __launch_bounds__(most_threads(elements))
    scatter_tiles(Stage<Order> from, Sink sink, typename Order::Item* __restrict__ to,
                  Level<typename Order::Item> level, TileShared at) {
  using Item = typename Order::Item;
  if (blockIdx.x >= level.tile_count()) return;
  const Tile tile = tile_of_block(level);
  const std::uint32_t k = 1u << level.log_k;
  auto* shared = dynamic_shared<unsigned char>();
  auto* counters = reinterpret_cast<std::uint32_t*>(shared + at.counters);
  auto* starts = reinterpret_cast<std::uint32_t*>(shared + at.bases);
  std::uint32_t* bases = starts + k;  // from a place in the ordered tile to one in memory
  const auto splitters = load_splitters<Order, staged>(level, tile.index, shared, at);

  Item items[elements];
  std::uint32_t buckets[elements], ranks[elements] = {};
  load_items(from, tile, items);
  if constexpr (staged) {
    load_tile(level.kept, tile, buckets);
  } else {
    find<Order>(items, splitters, level.log_k, buckets);
  }
  std::uint32_t* own = counters + (warp_of_thread() % level.arrays) * k;
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    if (e * blockDim.x + threadIdx.x < tile.count) ranks[e] = atomicAdd(&own[buckets[e]], 1u);
  }
  __syncthreads();
  tile_offsets(counters, level.arrays, k, starts);
  const std::uint32_t* counts = level.counts_of(tile.segment);
  const std::uint32_t to_segment = tile.segment.begin - counts[0];  // the prefix sum runs over all segments
  for (std::uint32_t b = threadIdx.x; b < k; b += blockDim.x) {
    bases[b] = counts[std::size_t{b} * tile.segment.tiles + tile.number] + to_segment - starts[b];
  }
  __syncthreads();

  const auto write = [&](std::uint32_t b, std::uint32_t place, const Item& item) {
    if constexpr (!Order::distinct) {
      if (splitters.some_equal && b > 0 && flag(splitters.flags, b - 1)) {
        return Order::store(sink, bases[b] + place, item);
      }
    }
    to[bases[b] + place] = item;
  };
  [[maybe_unused]] Item* ordered_items = reinterpret_cast<Item*>(shared + at.items);
  [[maybe_unused]] auto* ordered_buckets = reinterpret_cast<std::uint16_t*>(shared + at.buckets);
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    if (e * blockDim.x + threadIdx.x >= tile.count) continue;
    const std::uint32_t place = starts[buckets[e]] + own[buckets[e]] + ranks[e];
    if constexpr (staged) {
      ordered_items[place] = items[e];
      ordered_buckets[place] = static_cast<std::uint16_t>(buckets[e]);
    } else {
      write(buckets[e], place, items[e]);
    }
  }
  if constexpr (staged) {
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < tile.count; i += blockDim.x) {
      write(ordered_buckets[i], i, ordered_items[i]);
    }
  }
}

/// The list of the next level's segments; null if there is no next level.
struct NextLevel {
  unsigned long long* parts;
  Segment* segments;
  std::uint32_t* segment_of_tile;
};

/// After a level: buckets of more than `small` items become segments of the next level. The others are listed for
/// sorting, except equality buckets, which are done. One thread per bucket.
template <class Item>
__global__ void __launch_bounds__(planning_threads)
    list_buckets(Level<Item> level, NextLevel next, std::uint32_t small, std::uint32_t number, std::uint32_t where,
                 std::uint32_t bucket_numbers, Bucket* buckets, Control* control) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t s = i >> level.log_k, b = i & ((1u << level.log_k) - 1);
  Bucket bucket{0, 0, where, number};
  if (s < level.segment_count()) {
    const Segment segment = level.segments[s];
    const std::uint32_t* counts = level.counts_of(segment);
    const std::uint32_t from = counts[std::size_t{b} * segment.tiles] - counts[0];
    const bool last = b + 1 == (1u << level.log_k);
    const std::uint32_t to = last ? segment.size : counts[(std::size_t{b} + 1) * segment.tiles] - counts[0];
    bucket.begin = segment.begin + from;
    bucket.size = to - from;
    const std::uint32_t* flags = level.flags + std::size_t{s} * flag_words(level.log_k);
    if (b > 0 && flag(flags, b - 1)) bucket.size = 0;
  }
  const bool split = bucket.size > small && next.parts != nullptr;
  std::uint32_t segment_number = 0, first_tile = 0;
  const std::uint32_t tiles = split ? (bucket.size - 1) / level.tile + 1 : 0;
  if (split) {
    const unsigned long long before = atomicAdd(next.parts, 1ull << 32 | tiles);
    segment_number = static_cast<std::uint32_t>(before >> 32);
    first_tile = static_cast<std::uint32_t>(before);
    next.segments[segment_number] = {bucket.begin, bucket.size, first_tile, tiles};
    bucket.size = 0;
  }
  // The warp writes the tile tables of its lanes' segments together, since one may be nearly the whole input.
  for (unsigned lanes = __ballot_sync(all_lanes, split); lanes != 0; lanes &= lanes - 1) {
    const int lane = __ffs(lanes) - 1;
    const std::uint32_t count = __shfl_sync(all_lanes, tiles, lane);
    const std::uint32_t first = __shfl_sync(all_lanes, first_tile, lane);
    const std::uint32_t segment = __shfl_sync(all_lanes, segment_number, lane);
    for (std::uint32_t t = lane_of_thread(); t < count; t += warp_threads) next.segment_of_tile[first + t] = segment;
  }
  if (i >= bucket_numbers) return;
  buckets[i] = bucket;
  if (bucket.size > 0) atomicAdd(&control->of_class[size_class(bucket.size, small)], 1u);
}

/// Lists the buckets by size, largest first: a counting sort over size classes.
static __global__ void __launch_bounds__(size_classes)
    order_buckets(const Bucket* __restrict__ buckets, std::uint32_t bucket_numbers, std::uint32_t small,
                  Control* control, std::uint32_t* __restrict__ order) {
  __shared__ std::uint32_t first[size_classes];
  std::uint32_t total;
  first[threadIdx.x] = block_exclusive_sum<size_classes>(control->of_class[threadIdx.x], total);
  __syncthreads();
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) control->buckets = total;
  if (i >= bucket_numbers || buckets[i].size == 0) return;
  const std::uint32_t own = size_class(buckets[i].size, small);
  order[first[own] + atomicAdd(&control->placed[own], 1u)] = i;
}

}  // namespace farfirst::cuda::sample_sort
