#pragma once
// The sort of a bucket on chip, by (key, index), whatever sequence its elements come in. A block for each bucket.
//
//   count   elements are counted by cells: intervals of keys, about one for each element
//   place   from the sums over cells follow the places; elements go there in any sequence
//   rank    an element's rank in its cell is the number of elements of the cell that are smaller
//
// Cells are intervals of (key, index): where keys are so near to each other that several elements share one, the index
// parts them. A bucket with a cell that holds many all the same is sorted by the bitonic network.
//
// The block also leaves behind what the next call needs: the keys at every so-many-th place of the order, which are the
// next pivots, and the bins of the table that lie between its own pivots.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/overlap.cuh"
#include "halving.h"
#include "memory.h"
#include "scatter.cuh"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// From (key, index) to one of `cells` cells, rising with both. Where there are more keys than cells, by the key alone:
/// cell = above * factor >> 32. Else each key has several cells, parted by the index.
struct CellMap {
  std::uint32_t low, factor, cells_of_key, by_index;

  /// For keys from low to high, or below low if `parted` is false, and indices below n.
  __device__ static CellMap between(std::uint32_t low, std::uint32_t high, bool parted, std::uint32_t n,
                                    std::uint32_t cells) {
    const std::uint32_t range = high > low ? high - low : 0;
    if (range >= cells) {
      return {low, static_cast<std::uint32_t>((std::uint64_t{cells} << 32) / (std::uint64_t{range} + 1)), 0, 0};
    }
    const std::uint32_t cells_of_key = cells / (range + 1);
    const std::uint64_t by_index = (std::uint64_t{cells_of_key} << 32) / n - 1;
    return {low, 0, cells_of_key, parted ? static_cast<std::uint32_t>(min(by_index, std::uint64_t{~0u})) : 0};
  }
  __device__ __forceinline__ std::uint32_t cell(Word word) const {
    const std::uint32_t key = key_of(word), above = key > low ? key - low : 0;
    return __umulhi(above, factor) + above * cells_of_key + __umulhi(index_of(word), by_index);
  }
};

/// Elements that are in a bucket's region, between words that only fill it up. The first are held in registers, so that
/// the second reading of a small bucket is none.
template <unsigned threads, unsigned held_pairs>
class GatheredWords {
 public:
  /// `count`: with those that fill up, a multiple of two.
  __device__ GatheredWords(const Word* words, std::uint32_t count) : words_(words), count_(count) { load(0, held_); }

  template <class Function>
  __device__ __forceinline__ void for_each(Function f) const {
    call(held_, f);
    for (std::uint32_t begin = 2 * threads * held_pairs; begin < count_; begin += 2 * threads * held_pairs) {
      ulonglong2 pairs[held_pairs];
      load(begin, pairs);
      call(pairs, f);
    }
  }

 private:
  __device__ __forceinline__ void load(std::uint32_t begin, ulonglong2 (&pairs)[held_pairs]) const {
#pragma unroll
    for (unsigned k = 0; k < held_pairs; ++k) {
      const std::uint32_t i = begin + 2 * (k * threads + threadIdx.x);
      pairs[k] = make_ulonglong2(padding, padding);
      if (i < count_) pairs[k] = *reinterpret_cast<const ulonglong2*>(words_ + i);
    }
  }
  template <class Function>
  __device__ __forceinline__ static void call(const ulonglong2 (&pairs)[held_pairs], Function f) {
#pragma unroll
    for (unsigned k = 0; k < held_pairs; ++k) {
      if (index_of(pairs[k].x) != index_of(padding)) f(pairs[k].x);
      if (index_of(pairs[k].y) != index_of(padding)) f(pairs[k].y);
    }
  }

  const Word* words_;
  std::uint32_t count_;
  ulonglong2 held_[held_pairs];
};

/// How a bucket is sorted: by so many threads, in so many cells, so many blocks to a multiprocessor.
template <unsigned threads_, unsigned capacity_class_, unsigned cell_bits_, unsigned blocks_, unsigned held_pairs_>
struct LocalMethod {
  static constexpr unsigned threads = threads_, capacity_class = capacity_class_, blocks = blocks_;
  static constexpr unsigned cells = 1u << cell_bits_;
  static constexpr unsigned held_pairs = held_pairs_;  // of words, in the registers of a thread
  static constexpr unsigned capacity = bucket_capacity(capacity_class);
  // Of the next call, in one bucket; they are no nearer to each other than half of what the class is.
  static constexpr unsigned most_pivots = (capacity >> (capacity_class - 1)) + 1;
  // Behind the elements there are some that are larger, before the cells there is an empty one.
  static constexpr unsigned at_once = 4;
  static constexpr std::size_t counts_at = (capacity + at_once + 1) / 2 * 2 * sizeof(Word) + 16;
  static constexpr std::size_t shared_bytes = counts_at + cells * 2;
};

/// A block that sorts one bucket.
template <class Method>
class BucketSorter {
 public:
  static constexpr unsigned threads = Method::threads, cells = Method::cells;

  __device__ BucketSorter()
      : words_(dynamic_shared<Word>()),
        counts_(reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Method::counts_at)) {
    if (threadIdx.x == 0) counts_[-1] = 0;
#pragma unroll
    for (unsigned i = 0; i < words_of_thread; ++i) counts_[i * threads + threadIdx.x] = 0;
  }

  /// Calls store(rank, word) for the `count` elements of the source, which is read twice. Begins with a barrier.
  template <class Source, class Store>
  __device__ __forceinline__ void run(const Source& source, std::uint32_t count, CellMap map, Store store) {
    __syncthreads();
    source.for_each([&](Word word) {
      const std::uint32_t cell = map.cell(word);
      atomicAdd(&counts_[cell / 2], 1u << shift_of(cell));
    });
    __syncthreads();
    const bool crowded = find_starts();
    source.for_each([&](Word word) {
      const std::uint32_t cell = map.cell(word);
      words_[atomicAdd(&counts_[cell / 2], 1u << shift_of(cell)) >> shift_of(cell) & 0xFFFFu] = word;
    });
    if (threadIdx.x < Method::at_once) words_[count + threadIdx.x] = padding;
    __syncthreads();
    if (crowded) {
      sort_by_network(count);
      for (std::uint32_t i = threadIdx.x; i < count; i += threads) store(i, words_[i]);
    } else {
      for (std::uint32_t i = threadIdx.x; i < count; i += threads) store(rank_of(words_[i], map), words_[i]);
    }
  }

 private:
  static constexpr unsigned words_of_thread = cells / 2 / threads;  // of two counts each
  static constexpr unsigned most_in_cell = 128;                     // beyond that the network is faster
  static_assert(words_of_thread >= 1 && cells % (2 * threads) == 0);

  __device__ static unsigned shift_of(std::uint32_t cell) { return 16 * (cell % 2); }

  /// From counts to where cells start. Are many elements in one cell?
  __device__ __forceinline__ bool find_starts() {
    std::uint32_t sum = 0, largest = 0, two[words_of_thread];
#pragma unroll
    for (unsigned i = 0; i < words_of_thread; ++i) {
      two[i] = counts_[threadIdx.x * words_of_thread + i];
      sum += (two[i] & 0xFFFFu) + (two[i] >> 16);
      largest = max(largest, max(two[i] & 0xFFFFu, two[i] >> 16));
    }
    std::uint32_t all = 0;
    std::uint32_t start = block_exclusive_sum<threads>(sum, all);
#pragma unroll
    for (unsigned i = 0; i < words_of_thread; ++i) {
      const std::uint32_t second = start + (two[i] & 0xFFFFu);
      counts_[threadIdx.x * words_of_thread + i] = start | second << 16;
      start = second + (two[i] >> 16);
    }
    return __syncthreads_or(largest > most_in_cell) != 0;
  }

  /// Once all elements are placed, what was the start of a cell is its end. Elements of cells behind are larger, so
  /// that some of them may be compared too; few cells have more elements than are compared at once.
  __device__ __forceinline__ std::uint32_t rank_of(Word word, CellMap map) const {
    const auto* end_of = reinterpret_cast<const std::uint16_t*>(counts_) + map.cell(word);
    const std::uint32_t start = end_of[-1], end = *end_of;
    std::uint32_t rank = start;
#pragma unroll
    for (unsigned k = 0; k < Method::at_once; ++k) rank += words_[start + k] < word ? 1 : 0;
#pragma unroll 1
    for (std::uint32_t i = start + Method::at_once; i < end; ++i) rank += words_[i] < word ? 1 : 0;
    return rank;
  }

  /// The bitonic network in which all exchanges go one way (Batcher 1968, with the first stride of a merge mirrored),
  /// so that what lies beyond the end needs not exist: it would be larger than all.
  __device__ void sort_by_network(std::uint32_t count) {
    for (std::uint32_t run = 2; run < 2 * count; run *= 2) {
      for (std::uint32_t stride = run / 2; stride > 0; stride /= 2) {
        const bool mirrored = stride == run / 2;
        for (std::uint32_t pair = threadIdx.x; pair < (count + run) / 2; pair += threads) {
          const std::uint32_t low = pair / stride * (2 * stride) + pair % stride;
          const std::uint32_t high = mirrored ? (low | (run - 1)) - low % run : low + stride;
          if (high >= count || words_[low] < words_[high]) continue;
          const Word smaller = words_[high];
          words_[high] = words_[low];
          words_[low] = smaller;
        }
        __syncthreads();
      }
    }
  }

  Word* const words_;
  std::uint32_t* const counts_;  // of cells, two in a word
};

// ---- Buckets of the distribution

/// What the distribution did, as every block finds it for itself.
struct Outcome {
  bool done;            // all elements are in buckets that fit on chip
  bool moved;           // a bucket has more elements than those of calm calls
  std::uint32_t begin;  // of this block's bucket in the order
};

/// Has barriers, the last one at the end.
template <class Method>
__device__ __forceinline__ Outcome outcome_of(const HybridState& state, const PivotsOf& of, const Buckets& buckets,
                                              std::uint32_t bucket) {
  std::uint32_t before = 0, largest = 0;
  for (std::uint32_t b = threadIdx.x; b < of.buckets; b += Method::threads) {
    const std::uint32_t count = elements_in(state.used[b]);
    largest = max(largest, count);
    before += b < bucket ? count : 0;
  }
  const bool done = __syncthreads_and(largest <= Method::capacity && state.failed == 0) != 0;
  const std::uint32_t calm = most_elements_of_calm(buckets, are_halved(of, buckets));
  const bool moved = buckets.may_be_halved && __syncthreads_or(largest > calm) != 0;
  return {done, moved, block_reduce<Method::threads>(before, Sum())};
}

/// The map from keys to bins that those between the outermost pivots call for.
template <Scale scale>
__device__ inline BinMap map_of(const std::uint32_t* pivot, std::uint32_t buckets) {
  return buckets < 3 ? BinMap{0, 0} : map_between<scale>(pivot[1], pivot[buckets - 1]);
}

/// What a bucket is by the pivots that were used.
struct Interval {
  std::uint32_t low, high;           // of its keys; the first and the last bucket have but one of them
  BinMap next_map;                   // of the next call's table
  std::uint32_t begin_bin, end_bin;  // of that table: those above the lower pivot, up to that of the upper one
};

template <Scale scale>
__device__ __forceinline__ Interval interval_of(const Pivots& used, std::uint32_t buckets, std::uint32_t bucket) {
  Interval interval{0, ~0u, map_of<scale>(used.pivot, buckets), 0, bins};
  if (bucket != 0) {
    interval.low = used.pivot[bucket];
    interval.begin_bin = bin_of<scale>(interval.low, interval.next_map) + 1;
  }
  if (bucket + 1 < buckets) {
    interval.high = used.pivot[bucket + 1] - 1;
    interval.end_bin = bin_of<scale>(interval.high + 1, interval.next_map) + 1;
  }
  return interval;
}

/// What a block leaves of the table for the next call: the bins between its pivots and the next block's.
template <Scale scale>
__device__ __forceinline__ void leave_bins(Pivots& next, const Interval& interval, std::uint32_t pivots_before,
                                           const std::uint32_t* own, unsigned own_count) {
  for (std::uint32_t bin = interval.begin_bin + threadIdx.x; bin < interval.end_bin; bin += blockDim.x) {
    std::uint32_t below = pivots_before;
    for (unsigned i = 0; i < own_count; ++i) below += bin_of<scale>(own[i], interval.next_map) < bin ? 1 : 0;
    next.below[bin] = static_cast<std::uint16_t>(below);
  }
}

/// Pivots at every 2^bits-th place that lie before a place of the order. Place 0 has none.
__device__ __forceinline__ std::uint32_t pivots_before(std::uint32_t place, std::uint32_t bits) {
  return place == 0 ? 0 : (place - 1) >> bits;
}

template <Scale scale, class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_buckets(HybridJob job, Sorted to) {
  __shared__ std::uint32_t own[Method::most_pivots];  // pivots of the next call that are in this bucket
  BucketSorter<Method> sorter;

  // What the distribution does not change is read while it runs.
  HybridState& state = *job.state;
  const std::uint32_t bucket = blockIdx.x, current = state.current, ready = state.ready;
  const PivotsOf first = state.of[0], second = state.of[1];
  const PivotsOf of = current == 0 ? first : second;
  const bool tried = ready != 0 && are_of_use<scale>(of, job);
  if (bucket != 0 && (!tried || bucket >= of.buckets)) return;  // block 0 waits, so nothing behind begins too early
  Interval interval{};
  if (tried) interval = interval_of<scale>(state.pivots[current], of.buckets, bucket);
  wait_for_kernels_before();
  if (!tried) {
    if (threadIdx.x == 0) state.done = 0;
    return;
  }

  const Used used = state.used[bucket];
  if (bucket == 0) interval.low = ~state.largest_inverse;
  if (bucket + 1 == of.buckets) interval.high = state.largest;
  const GatheredWords<Method::threads, Method::held_pairs> words(
      job.regions + std::size_t{bucket} * region_words(Method::capacity_class),
      min(words_in(used), region_words(Method::capacity_class)));
  const auto [done, moved, begin] = outcome_of<Method>(state, of, job.buckets, bucket);
  if (bucket == 0 && threadIdx.x == 0) state.done = done ? 1 : 0;
  if (!done) return;

  Pivots& next = state.pivots[current ^ 1];
  const Spacing spacing = next_spacing(of, job.buckets, moved);
  const std::uint32_t before = pivots_before(begin, spacing.bits), count = elements_in(used);
  sorter.run(words, count, CellMap::between(interval.low, interval.high, bucket != 0, job.n, Method::cells),
             [&, begin = begin, bits = spacing.bits](std::uint32_t rank, Word word) {
               const std::uint32_t place = begin + rank;
               to.order[place] = index_of(word);
               if (to.sorted_keys != nullptr) to.sorted_keys[place] = key_of(word);
               if ((place & ((1u << bits) - 1)) != 0 || place == 0) return;
               next.pivot[place >> bits] = key_of(word);
               own[(place >> bits) - before - 1] = key_of(word);
             });
  __syncthreads();
  leave_bins<scale>(next, interval, before, own, pivots_before(begin + count, spacing.bits) - before);
  if (bucket != 0 || threadIdx.x != 0) return;
  state.of[current ^ 1] = {job.n,       buckets_for(job.n, spacing.bits), scale, spacing.bits, interval.next_map,
                           spacing.calm};
}

// ---- Elements that one block holds

/// Elements of a job, whose keys are made.
template <class Keys, unsigned threads>
struct MadeWords {
  const Keys& keys;
  std::uint32_t count;
  template <class Function>
  __device__ __forceinline__ void for_each(Function f) const {
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x; i < count; i += threads) f(pack(keys.take(i), i));
  }
};

/// One block sorts all n elements: at most Method::capacity.
template <class Keys, class Method>
__global__ void __launch_bounds__(Method::threads, 1) sort_few(Keys keys, std::uint32_t n, Sorted to) {
  wait_for_kernels_before();
  BucketSorter<Method> sorter;
  std::uint32_t largest = 0, largest_inverse = 0;
  bool has_zero = false;
#pragma unroll 4
  for (std::uint32_t i = threadIdx.x; i < n; i += Method::threads) {
    const std::uint32_t key = keys.take(i);
    if (keys.keeps()) keys.keep(i, key);
    largest = max(largest, key);
    if (key != 0) largest_inverse = max(largest_inverse, ~key);
    has_zero = has_zero || key == 0;
  }
  largest = block_reduce<Method::threads>(largest, Maximum());
  largest_inverse = block_reduce<Method::threads>(largest_inverse, Maximum());
  const bool parted = __syncthreads_or(has_zero) == 0;
  sorter.run(MadeWords<Keys, Method::threads>{keys, n}, n,
             CellMap::between(~largest_inverse, largest, parted, n, Method::cells), [&](std::uint32_t rank, Word word) {
               to.order[rank] = index_of(word);
               if (to.sorted_keys != nullptr) to.sorted_keys[rank] = key_of(word);
             });
}

}  // namespace farfirst::cuda::farfirst
