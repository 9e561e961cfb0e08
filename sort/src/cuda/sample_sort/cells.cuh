#pragma once
// Sorts items in shared memory by one block, with a sorted sample of them. The sample's items are the splitters of
// a distribution, into cells of a few items, within shared memory. Then every item is at most a cell away from its
// place. Threads sort chunks of items in registers, and neighbouring chunks are merged, alternately with the one
// above and the one below, until everything is in order: an odd-even transposition sort of chunks, whose exchanges
// are Batcher's odd-even merges. (The paper tried "a sample sort based algorithm" within a block first and then
// used quicksort. A network over all items, the paper's method for shared memory, compares each item some 60
// times.)

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/odd_even_network.cuh"
#include "items.h"
#include "splitters.h"
#include "tuning.h"

namespace farfirst::cuda::sample_sort {

/// The chunks of a thread.
template <class Item>
inline constexpr unsigned thread_items = items_per_thread(sizeof(Item));

/// The place of item i in shared memory: with a gap per thread, so that threads use different banks.
template <class Item>
__device__ constexpr std::uint32_t with_gaps(std::uint32_t i) {
  return i + i / thread_items<Item>;
}

/// The shared memory of a block that sorts by cells.
template <class Item>
struct BucketShared {
  static constexpr std::uint32_t capacity = bucket_threads * thread_items<Item>;
  Item items[capacity + bucket_threads];
  Item tree[most_cells];
  std::uint32_t counters[most_cells];
  std::uint32_t flags[most_cells / warp_threads];
};

/// Takes the splitters of the cells from the `count` samples from `samples` on, which end at the bucket's upper
/// splitter: as many as make a complete tree. Also clears the counters. Ends with a barrier; returns the logarithm of
/// the number of cells.
template <class Order>
__device__ unsigned load_cells(BucketShared<typename Order::Item>& shared, const typename Order::Item* samples,
                               std::uint32_t count) {
  unsigned log_cells = 0;
  while ((2u << log_cells) <= min(count, most_cells)) ++log_cells;
  const std::uint32_t node = threadIdx.x, cells = 1u << log_cells;
  if (node < cells) {
    shared.tree[node] = samples[node == 0 ? 0 : (splitter_of_node(node, log_cells) * count) >> log_cells];
    shared.counters[node] = 0;
  }
  __syncthreads();
  if constexpr (!Order::distinct) {
    const bool equal = node < cells && equality_follows<Order>(shared.tree, log_cells, node);
    const unsigned flags = __ballot_sync(all_lanes, equal);
    if (lane_of_thread() == 0 && node < most_cells) shared.flags[node / warp_threads] = flags;
    __syncthreads();
  }
  return log_cells;
}

/// Moves the items load(0) .. load(size - 1) to shared memory, cell by cell. Ends with a barrier.
template <class Order, class Load>
__device__ void distribute_to_cells(BucketShared<typename Order::Item>& shared, std::uint32_t size, unsigned log_cells,
                                    const Load& load) {
  using Item = typename Order::Item;
  constexpr unsigned batch = 4;  // bounds the work of blocks that are not full
  Item items[thread_items<Item>];
  std::uint32_t places[thread_items<Item>];  // cell, and above it the rank there
#pragma unroll
  for (unsigned first = 0; first < thread_items<Item>; first += batch) {
    if (first * bucket_threads >= size) continue;
    Item some[batch];
    std::uint32_t cells[batch];
#pragma unroll
    for (unsigned e = 0; e < batch; ++e) {
      const std::uint32_t i = (first + e) * bucket_threads + threadIdx.x;
      some[e] = load(i < size ? i : 0);
    }
    find_buckets<Order>(some, shared.tree, log_cells, cells);
#pragma unroll
    for (unsigned e = 0; e < batch; ++e) {
      if constexpr (!Order::distinct) {
        if (flag(shared.flags, cells[e])) cells[e] = with_equality<Order>(some[e], shared.tree, log_cells, cells[e]);
      }
      items[first + e] = some[e];
      if ((first + e) * bucket_threads + threadIdx.x < size) {
        places[first + e] = cells[e] | atomicAdd(&shared.counters[cells[e]], 1u) << 16;
      }
    }
  }
  __syncthreads();
  const bool counts = threadIdx.x < (1u << log_cells);
  std::uint32_t total;
  const std::uint32_t start = block_exclusive_sum<bucket_threads>(counts ? shared.counters[threadIdx.x] : 0, total);
  if (counts) shared.counters[threadIdx.x] = start;
  __syncthreads();
#pragma unroll
  for (unsigned e = 0; e < thread_items<Item>; ++e) {
    if (e * bucket_threads + threadIdx.x >= size) continue;
    const std::uint32_t place = shared.counters[places[e] & 0xFFFFu] + (places[e] >> 16);
    shared.items[with_gaps<Item>(place)] = items[e];
  }
  __syncthreads();
}

/// Sorts `size` items in shared memory that are nearly in order; also correct, but slow, for any others. Called after a
/// barrier, ends with one.
template <class Order>
__device__ void sort_chunks(BucketShared<typename Order::Item>& shared, std::uint32_t size) {
  using Item = typename Order::Item;
  constexpr unsigned both = thread_items<Item>, chunk = both / 2;
  const Order less;
  const std::uint32_t begin = threadIdx.x * both;
  const bool active = begin < size, has_next = begin + both < size;
  Item* own = shared.items + with_gaps<Item>(begin);
  Item* next = own + both + 1;
  Item items[both];
  if (active) {
#pragma unroll
    for (unsigned i = 0; i < both; ++i) items[i] = begin + i < size ? own[i] : Order::padding();
    odd_even::sort_registers(items, less);
  }
  while (true) {
    if (active) {
#pragma unroll
      for (unsigned i = 0; i < chunk; ++i) own[i] = items[i];
    }
    __syncthreads();
    const bool merges = has_next && less(next[0], items[both - 1]);
    if (__syncthreads_or(merges) == 0) break;
    if (merges) {  // the upper chunk with the lower one of the next thread
      Item pair[both];
#pragma unroll
      for (unsigned i = 0; i < chunk; ++i) {
        pair[i] = items[chunk + i];
        pair[chunk + i] = next[i];
      }
      odd_even::merge_registers(pair, chunk, less);
#pragma unroll
      for (unsigned i = 0; i < chunk; ++i) {
        items[chunk + i] = pair[i];
        next[i] = pair[chunk + i];
      }
    }
    __syncthreads();
    if (active) {
#pragma unroll
      for (unsigned i = 0; i < chunk; ++i) items[i] = own[i];
      if (less(items[chunk], items[chunk - 1])) odd_even::merge_registers(items, chunk, less);
    }
  }
  if (active) {
#pragma unroll
    for (unsigned i = chunk; i < both; ++i) own[i] = items[i];
  }
  __syncthreads();
}

/// Sorts the items load(0) .. load(size - 1) to store(i, item). `samples`: `count` of them, sorted.
template <class Order, class Load, class Store>
__device__ void sort_by_cells(BucketShared<typename Order::Item>& shared, std::uint32_t size,
                              const typename Order::Item* samples, std::uint32_t count, const Load& load,
                              const Store& store) {
  using Item = typename Order::Item;
  const unsigned log_cells = load_cells<Order>(shared, samples, count);
  distribute_to_cells<Order>(shared, size, log_cells, load);
  sort_chunks<Order>(shared, size);
  for (std::uint32_t i = threadIdx.x; i < size; i += bucket_threads) store(i, shared.items[with_gaps<Item>(i)]);
  __syncthreads();
}

}  // namespace farfirst::cuda::sample_sort
