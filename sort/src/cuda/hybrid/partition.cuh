#pragma once
// The bucketsort: histogram, pivots, count, repositioning. Sintorn, Assarsson, journal version section 5.1 (workshop
// version section IV).
//
// The papers' host reads the sizes of the sublists and decides whether to move the pivots and to count again. Here the
// host enqueues the maximum number of rounds, and all blocks of a round end at once if the sublists of the last round
// were sufficiently equal.

#include <cuda_runtime.h>

#include "forms.h"
#include "layout.cuh"
#include "pivots.h"

namespace farfirst::cuda::hybrid {

inline constexpr unsigned most_rounds = 16;

/// Decisions of the device.
struct Control {
  std::uint32_t longest[most_rounds];  // Round::longest
  std::uint32_t holes;                 // of the shuffle
  std::uint32_t poured;
};

/// The elements: keys in their own sequence, or shuffled items.
template <class Form>
struct Elements {
  const typename Form::Key* keys;
  const typename Form::Item* shuffled;  // or null
  std::uint32_t n;
  const std::uint32_t* ids = nullptr;  // of the keys, ascending; null: their places

  __device__ typename Form::Item operator[](std::uint32_t i) const {
    return shuffled != nullptr ? shuffled[i] : Form::item(keys[i], ids != nullptr ? ids[i] : i);
  }
};

/// The range of the keys: measured by reduction, or given.
template <class Form>
struct Bounds {
  const typename Form::Key* measured;  // smallest and largest; or null
  std::uint32_t lowest, highest;

  /// EvenBins or ValueBins.
  template <class Bins>
  __device__ Bins bins(std::uint32_t n, std::uint32_t bins) const {
    const std::uint32_t low = measured != nullptr ? Form::bits(measured[0]) : lowest;
    const std::uint32_t high = measured != nullptr ? Form::bits(measured[1]) : highest;
    return Bins::between(Form::lowest(low), Form::highest(high, n), bins);
  }
};

__device__ inline unsigned long long* for_atomics(std::uint64_t* address) {
  return reinterpret_cast<unsigned long long*>(address);
}
__device__ inline std::uint32_t* for_atomics(std::uint32_t* address) { return address; }

/// The histogram of 2007 (its figure 7): a thread for each element, and atomics in device memory.
template <class Form, class Bins>
__global__ void __launch_bounds__(small_threads)
    count_bins_globally(Elements<Form> elements, Bounds<Form> bounds, std::uint32_t bins, std::uint32_t* counts) {
  const std::uint32_t i = blockIdx.x * small_threads + threadIdx.x;
  if (i < elements.n) atomicAdd(&counts[bounds.template bins<Bins>(elements.n, bins).of(elements[i])], 1u);
}

/// The histogram: each block counts in its shared memory and adds its counts.
template <class Form, class Bins>
__global__ void __launch_bounds__(partition_threads)
    count_bins(Elements<Form> elements, Bounds<Form> bounds, std::uint32_t bins, std::uint32_t* counts) {
  auto* counted = dynamic_shared<std::uint32_t>();
  for (std::uint32_t b = threadIdx.x; b < bins; b += partition_threads) counted[b] = 0;
  const Bins even = bounds.template bins<Bins>(elements.n, bins);
  __syncthreads();
  constexpr std::uint32_t tile = elements_of(partition_threads);
  for (std::uint32_t base = blockIdx.x * tile; base < elements.n; base += gridDim.x * tile) {
    typename Form::Item items[elements_per_thread] = {};
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = base + k * partition_threads + threadIdx.x;
      if (i < elements.n) items[k] = elements[i];
    }
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      if (base + k * partition_threads + threadIdx.x < elements.n) atomicAdd(&counted[even.of(items[k])], 1u);
    }
  }
  __syncthreads();
  for (std::uint32_t b = threadIdx.x; b < bins; b += partition_threads) {
    if (counted[b] != 0) atomicAdd(&counts[b], counted[b]);
  }
}

/// before[b] = counts[0] + ... + counts[b - 1]; before[number] = n. Every block sums the counts before its bins by
/// itself, since there are few.
__global__ void __launch_bounds__(layout_threads)
    sum_bins(const std::uint32_t* counts, std::uint32_t number, std::uint32_t* before) {
  const std::uint32_t base = blockIdx.x * layout_threads, at = base + threadIdx.x;
  std::uint32_t sum = 0;
  for (std::uint32_t b = threadIdx.x; b < base; b += layout_threads) sum += counts[b];
  std::uint32_t lower, own;
  block_exclusive_sum<layout_threads>(sum, lower);
  const std::uint32_t count = at < number ? counts[at] : 0;
  const std::uint32_t in_block = block_exclusive_sum<layout_threads>(count, own);
  if (at < number) before[at] = lower + in_block;
  if (at + 1 == number) before[number] = lower + in_block + count;
}

/// One thread per node of the search tree finds its pivot; the counters of the sublists are cleared for the count.
template <class Item, class Bins>
__device__ void refine(const Filled<Bins>& from, std::uint32_t sublists, Item* nodes, std::uint32_t* counts) {
  const std::uint32_t node = blockIdx.x * small_threads + threadIdx.x;
  if (node >= sublists) return;
  counts[node] = 0;
  if (node > 0) nodes[node] = refined_pivot<Item>(from, pivot_of_node(node, sublists), sublists);
}

template <class Form, class Bins>
__global__ void __launch_bounds__(small_threads)
    refine_from_histogram(Bounds<Form> bounds, std::uint32_t bins, const std::uint32_t* before, std::uint32_t n,
                          std::uint32_t sublists, typename Form::Item* nodes, std::uint32_t* counts) {
  const Filled<Bins> from{bounds.template bins<Bins>(n, bins), before, bins, n};
  refine(from, sublists, nodes, counts);
}

template <class Item>
__global__ void __launch_bounds__(small_threads)
    refine_from_sublists(Round round, Filled<MeasuredBins<Item>> from, std::uint32_t sublists, Item* nodes,
                         std::uint32_t* counts) {
  if (round.needed()) refine(from, sublists, nodes, counts);
}

/// The target of each element: its sublist, and its place there, which the atomic increment returns. If tiles are
/// counted, both are in one word, and the place is within the tile's part of the sublist.
struct Targets {
  std::uint32_t* words;
  std::uint32_t* places;  // null: counted by tiles

  static constexpr unsigned place_bits = 16;
  __device__ std::uint32_t sublist(std::uint32_t i) const {
    return places != nullptr ? words[i] : words[i] >> place_bits;
  }
};

template <class Form>
__global__ void __launch_bounds__(partition_threads)
    count_sublists(Round round, Elements<Form> elements, const typename Form::Item* nodes, std::uint32_t sublists,
                   std::uint32_t fast, std::uint32_t* counts, Targets targets) {
  if (!round.needed()) return;
  auto* heads = dynamic_shared<std::uint32_t>();
  for (std::uint32_t node = threadIdx.x; node < fast; node += partition_threads) {
    if (node > 0) heads[node] = head_of(nodes[node]);
  }
  __syncthreads();
  const SearchTree<typename Form::Item> tree{heads, nodes, fast, sublists};
  constexpr std::uint32_t tile = elements_of(partition_threads);
  for (std::uint32_t base = blockIdx.x * tile; base < elements.n; base += gridDim.x * tile) {
    typename Form::Item items[elements_per_thread] = {};
    std::uint32_t buckets[elements_per_thread] = {};
    const std::uint32_t first = base + threadIdx.x;
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = first + k * partition_threads;
      items[k] = i < elements.n ? elements[i] : typename Form::Item{0};
    }
    tree.search(items, buckets);
    std::uint32_t places[elements_per_thread] = {};
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      if (first + k * partition_threads < elements.n) places[k] = atomicAdd(&counts[buckets[k]], 1u);
    }
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = first + k * partition_threads;
      if (i >= elements.n) break;
      targets.words[i] = buckets[k];
      targets.places[i] = places[k];
    }
  }
}

/// Counting by tiles. The papers increment a counter in device memory for every element. Here a block increments
/// counters of its own, in shared memory, and finally adds them to the sublists' sizes. These additions return the
/// places of the tile's elements in each sublist.
struct Tiles {
  std::uint32_t size;      // elements, fewer than 2^16
  std::uint32_t* offsets;  // of each tile in each sublist
};

template <class Form>
__global__ void __launch_bounds__(partition_threads)
    count_tiles(Round round, Elements<Form> elements, const typename Form::Item* nodes, std::uint32_t sublists,
                std::uint32_t* counts, Tiles tiles, std::uint32_t* targets) {
  if (!round.needed()) return;
  auto* heads = dynamic_shared<std::uint32_t>();
  std::uint32_t* counted = heads + sublists;  // two sublists in a word
  for (std::uint32_t node = threadIdx.x; node < sublists; node += partition_threads) {
    if (node > 0) heads[node] = head_of(nodes[node]);
    if (node % 2 == 0) counted[node / 2] = 0;
  }
  __syncthreads();
  const SearchTree<typename Form::Item> tree{heads, nodes, sublists, sublists};
  const std::uint32_t begin = blockIdx.x * tiles.size, end = min(begin + tiles.size, elements.n);
  for (std::uint32_t first = begin + threadIdx.x; first < end; first += elements_of(partition_threads)) {
    typename Form::Item items[elements_per_thread] = {};
    std::uint32_t buckets[elements_per_thread] = {};
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = first + k * partition_threads;
      items[k] = i < end ? elements[i] : typename Form::Item{0};
    }
    tree.search(items, buckets);
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = first + k * partition_threads;
      if (i >= end) break;
      const unsigned half = buckets[k] % 2 * 16;
      const std::uint32_t before = atomicAdd(&counted[buckets[k] / 2], 1u << half) >> half & 0xFFFFu;
      targets[i] = buckets[k] << Targets::place_bits | before;
    }
  }
  __syncthreads();
  // Every block begins with another sublist, so that they do not all add to the same ones at once.
  const std::uint32_t turn = blockIdx.x * (sublists / gridDim.x / warp_threads * warp_threads);
  for (std::uint32_t k = threadIdx.x; k < sublists; k += partition_threads) {
    const std::uint32_t s = (k + turn) % sublists;
    const std::uint32_t count = counted[s / 2] >> s % 2 * 16 & 0xFFFFu;
    tiles.offsets[blockIdx.x * std::size_t{sublists} + s] = count != 0 ? atomicAdd(&counts[s], count) : 0;
  }
}

/// Finds the smallest and the largest item of every sublist, for the next refinement. Most items are neither, as a
/// check without an atomic finds.
template <class Form>
__global__ void __launch_bounds__(reposition_threads)
    measure_sublists(Round round, Elements<Form> elements, Targets targets, typename Form::Item* smallest,
                     typename Form::Item* largest) {
  if (!round.needed()) return;
  const std::uint32_t threads = gridDim.x * reposition_threads;
  for (std::uint32_t i = blockIdx.x * reposition_threads + threadIdx.x; i < elements.n; i += threads) {
    const std::uint32_t s = targets.sublist(i);
    const typename Form::Item item = elements[i];
    if (item < smallest[s]) atomicMin(for_atomics(&smallest[s]), item);
    if (item > largest[s]) atomicMax(for_atomics(&largest[s]), item);
  }
}

/// Moves every element to its place in its sublist, and writes the padding.
template <class Form>
__global__ void __launch_bounds__(reposition_threads)
    reposition(Elements<Form> elements, Targets targets, Sublists sublists, typename Form::Item* out) {
  pad<Form>(sublists, out);
  constexpr std::uint32_t tile = elements_of(reposition_threads);
  const std::uint32_t first = blockIdx.x * tile + threadIdx.x;
#pragma unroll
  for (unsigned k = 0; k < elements_per_thread; ++k) {
    const std::uint32_t i = first + k * reposition_threads;
    if (i < elements.n) out[sublists.padded[targets.words[i]] + targets.places[i]] = elements[i];
  }
}

/// The same if tiles were counted: a block knows the offsets of its tile's elements.
template <class Form>
__global__ void __launch_bounds__(partition_threads)
    reposition_tiles(Elements<Form> elements, const std::uint32_t* targets, Tiles tiles, Sublists sublists,
                     typename Form::Item* out) {
  auto* offsets = dynamic_shared<std::uint32_t>();
  for (std::uint32_t s = threadIdx.x; s < sublists.number; s += partition_threads) {
    offsets[s] = sublists.padded[s] + tiles.offsets[blockIdx.x * std::size_t{sublists.number} + s];
  }
  pad<Form>(sublists, out);
  __syncthreads();
  const std::uint32_t begin = blockIdx.x * tiles.size, end = min(begin + tiles.size, elements.n);
  for (std::uint32_t first = begin + threadIdx.x; first < end; first += elements_of(partition_threads)) {
#pragma unroll
    for (unsigned k = 0; k < elements_per_thread; ++k) {
      const std::uint32_t i = first + k * partition_threads;
      if (i >= end) break;
      const std::uint32_t target = targets[i];
      out[offsets[target >> Targets::place_bits] + (target & 0xFFFFu)] = elements[i];
    }
  }
}

}  // namespace farfirst::cuda::hybrid
