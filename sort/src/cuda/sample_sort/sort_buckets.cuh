#pragma once
// Sorts the buckets that remain after the levels of distribution: one block each, largest first (section 5, "Sorting
// buckets").
// A bucket that fits into shared memory is sorted there: by cells (cells.cuh), or by Batcher's odd-even merge network.
// A larger one is first split by quicksort (Cederman & Tsigas 2008) until its parts fit.

#include <cuda_runtime.h>

#include <cstdint>

#include "cells.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/odd_even_network.cuh"
#include "distribute.cuh"
#include "items.h"
#include "splitters.h"
#include "tuning.h"

namespace farfirst::cuda::sample_sort {

/// The samples of a level's buckets.
template <class Item>
struct LevelSamples {
  const Item* samples;         // per_bucket of each, sorted; the first is the lower splitter
  std::uint32_t per_bucket;    // below 2: none
  std::uint32_t first_bucket;  // the number of the level's first bucket
};

template <class Order>
struct Buffers {
  using Item = typename Order::Item;
  Item* items[2];
  Source source;
  Sink sink;
  LevelSamples<Item> levels[most_levels];
  __device__ Stage<Order> stage(std::uint32_t where) const {
    return {where == in_source ? nullptr : items[where], source};
  }
  /// The destination of the parts of a bucket in array `where`: the other array.
  __device__ static std::uint32_t other(std::uint32_t where) { return where == 0 ? 1 : 0; }
};

template <class Order>
__device__ constexpr std::uint32_t capacity_of() {
  return BucketShared<typename Order::Item>::capacity;
}

/// Waiting parts of a bucket. The smaller part is always taken first, so their number is at most the logarithm of a
/// bucket's size.
struct Waiting {
  Bucket parts[33];
  std::uint32_t count;
};

/// Sorts a part that fits into shared memory and has no samples.
template <class Order>
__device__ void sort_in_shared(const Buffers<Order>& buffers, const Bucket& part) {
  auto* items = dynamic_shared<typename Order::Item>();
  const Stage<Order> from = buffers.stage(part.where);
  for (std::uint32_t i = threadIdx.x; i < part.size; i += blockDim.x) items[i] = from[std::size_t{part.begin} + i];
  __syncthreads();
  odd_even::sort_block(items, part.size, Order());
  for (std::uint32_t i = threadIdx.x; i < part.size; i += blockDim.x) {
    Order::store(buffers.sink, std::size_t{part.begin} + i, items[i]);
  }
  __syncthreads();
}

/// The median of a random sample. It is an item of the part, so the middle of the partition is never empty and the
/// recursion ends.
template <class Order>
__device__ typename Order::Item choose_pivot(const Stage<Order>& from, const Bucket& part) {
  constexpr std::uint32_t sample_size = 255;
  auto* sample = dynamic_shared<typename Order::Item>();
  for (std::uint32_t i = threadIdx.x; i < sample_size; i += blockDim.x) {
    sample[i] = from[std::size_t{part.begin} + sample_place(part.begin, i, part.size)];
  }
  __syncthreads();
  odd_even::sort_block(sample, sample_size, Order());
  const typename Order::Item pivot = sample[sample_size / 2];
  __syncthreads();
  return pivot;
}

/// Counts of items below, equal to and above the pivot, in one word.
constexpr unsigned field_bits = 21;
constexpr std::uint64_t field_mask = (std::uint64_t{1} << field_bits) - 1;
template <class Order>
__device__ unsigned side_of(const typename Order::Item& item, const typename Order::Item& pivot) {
  return Order()(item, pivot) ? 0 : Order()(pivot, item) ? 2 : 1;
}

/// Splits a part by a pivot: equal items go to their final places, the rest to the other array. Two passes, as in the
/// quicksort: count, then move.
template <class Order>
__device__ void partition(const Buffers<Order>& buffers, const Bucket& part, Bucket& below, Bucket& above) {
  using Item = typename Order::Item;
  constexpr unsigned per_thread = 4;
  __shared__ std::uint32_t counts[3];
  const Stage<Order> from = buffers.stage(part.where);
  const Item pivot = choose_pivot(from, part);
  if (threadIdx.x < 3) counts[threadIdx.x] = 0;
  __syncthreads();
  std::uint32_t own[3] = {0, 0, 0};
  for (std::uint32_t i = threadIdx.x; i < part.size; i += blockDim.x) {
    const unsigned side = side_of<Order>(from[std::size_t{part.begin} + i], pivot);
    own[0] += side == 0 ? 1 : 0;
    own[2] += side == 2 ? 1 : 0;
  }
  atomicAdd(&counts[0], own[0]);
  atomicAdd(&counts[2], own[2]);
  __syncthreads();
  below = {part.begin, counts[0], Buffers<Order>::other(part.where), no_level};
  above = {part.begin + part.size - counts[2], counts[2], Buffers<Order>::other(part.where), no_level};

  Item* to = buffers.items[below.where];
  std::uint32_t next[3] = {part.begin, part.begin + counts[0], above.begin};
  for (std::uint32_t first = 0; first < part.size; first += blockDim.x * per_thread) {
    Item items[per_thread];
    unsigned sides[per_thread];
    std::uint64_t sum = 0;
#pragma unroll
    for (unsigned e = 0; e < per_thread; ++e) {
      const std::uint32_t i = first + e * blockDim.x + threadIdx.x;
      sides[e] = 3;
      if (i >= part.size) continue;
      items[e] = from[std::size_t{part.begin} + i];
      sides[e] = side_of<Order>(items[e], pivot);
      sum += std::uint64_t{1} << (field_bits * sides[e]);
    }
    std::uint64_t total;
    std::uint64_t before = block_exclusive_sum<bucket_threads>(sum, total);
#pragma unroll
    for (unsigned e = 0; e < per_thread; ++e) {
      if (sides[e] == 3) continue;
      const unsigned shift = field_bits * sides[e];
      const std::uint32_t start = sides[e] == 0 ? next[0] : sides[e] == 1 ? next[1] : next[2];
      const std::size_t place = std::size_t{start} + ((before >> shift) & field_mask);
      before += std::uint64_t{1} << shift;
      if (sides[e] == 1) {
        Order::store(buffers.sink, place, items[e]);
      } else {
        to[place] = items[e];
      }
    }
#pragma unroll
    for (unsigned side = 0; side < 3; ++side) {
      next[side] += static_cast<std::uint32_t>((total >> (field_bits * side)) & field_mask);
    }
  }
  __syncthreads();
}

/// Sorts a part that does not fit into shared memory.
template <class Order>
__device__ void quicksort(const Buffers<Order>& buffers, const Bucket& bucket) {
  __shared__ Waiting waiting;
  if (threadIdx.x == 0) {
    waiting.parts[0] = bucket;
    waiting.count = 1;
  }
  __syncthreads();
  while (waiting.count > 0) {
    const Bucket part = waiting.parts[waiting.count - 1];
    __syncthreads();
    if (part.size <= capacity_of<Order>()) {
      if (threadIdx.x == 0) --waiting.count;
      sort_in_shared(buffers, part);
      continue;
    }
    Bucket below, above;
    partition(buffers, part, below, above);
    if (threadIdx.x == 0) {
      const bool below_is_larger = below.size > above.size;
      waiting.parts[waiting.count - 1] = below_is_larger ? below : above;
      waiting.parts[waiting.count] = below_is_larger ? above : below;
      ++waiting.count;
    }
    __syncthreads();
  }
}

template <class Order>
__device__ void sort_bucket(const Buffers<Order>& buffers, const Bucket& bucket, std::uint32_t number) {
  using Item = typename Order::Item;
  if (bucket.size > capacity_of<Order>()) return quicksort(buffers, bucket);
  if (bucket.level == no_level || buffers.levels[bucket.level].per_bucket < 2) return sort_in_shared(buffers, bucket);
  const LevelSamples<Item>& level = buffers.levels[bucket.level];
  const Item* samples = level.samples + std::size_t{number - level.first_bucket} * level.per_bucket;
  auto& shared = *dynamic_shared<BucketShared<Item>>();
  const Item* items = buffers.items[bucket.where] + bucket.begin;
  sort_by_cells<Order>(
      shared, bucket.size, samples, level.per_bucket, [items](std::uint32_t i) { return items[i]; },
      [&](std::uint32_t i, const Item& item) { Order::store(buffers.sink, std::size_t{bucket.begin} + i, item); });
}

/// Blocks take buckets until there are none. Only the device knows their number.
template <class Order>
__global__ void __launch_bounds__(bucket_threads, bucket_blocks)
    sort_buckets(Buffers<Order> buffers, const Bucket* __restrict__ buckets, const std::uint32_t* __restrict__ order,
                 Control* control) {
  __shared__ std::uint32_t ticket;
  while (true) {
    if (threadIdx.x == 0) ticket = atomicAdd(&control->ticket, 1u);
    __syncthreads();
    const std::uint32_t own = ticket;
    __syncthreads();
    if (own >= control->buckets) return;
    sort_bucket(buffers, buckets[order[own]], order[own]);
  }
}

/// Sorts an input that needs no distribution.
template <class Order>
__global__ void __launch_bounds__(bucket_threads) sort_whole(Buffers<Order> buffers, std::uint32_t n) {
  sort_bucket(buffers, Bucket{0, n, in_source, no_level}, 0);
}

}  // namespace farfirst::cuda::sample_sort
