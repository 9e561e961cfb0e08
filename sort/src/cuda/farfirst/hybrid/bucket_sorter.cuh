#pragma once
// Sorts a bucket on chip, by (key, index). The sequence of its elements does not matter.
//
//   count   elements are counted by cells, which are intervals of keys, about one for each element
//   place   sums over cells give the places of the elements; elements go there in any sequence
//   rank    an element's rank in its cell is the number of smaller elements in the cell
//
// Cells are intervals of (key, index). If several elements share a key, the index separates them. If many elements
// share a cell all the same, the bitonic network sorts the bucket; the largest buckets are left to hard_buckets.cuh.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/words.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// A monotonic map from (key, index) to one of `cells` cells. With more keys than cells it uses the key alone: cell =
/// above * factor >> 32. Otherwise each key has several cells, among which the index decides.
struct CellMap {
  std::uint32_t low, factor, cells_of_key, by_index;

  /// A map for keys from low to high and indices below n. A lower key counts as low, so there must be no two of them.
  __device__ static CellMap between(std::uint32_t low, std::uint32_t high, std::uint32_t n, std::uint32_t cells) {
    const std::uint32_t range = high > low ? high - low : 0;
    if (range >= cells) {
      return {low, static_cast<std::uint32_t>((std::uint64_t{cells} << 32) / (std::uint64_t{range} + 1)), 0, 0};
    }
    const std::uint32_t cells_of_key = cells / (range + 1);
    const std::uint64_t by_index = (std::uint64_t{cells_of_key} << 32) / n - 1;
    return {low, 0, cells_of_key, static_cast<std::uint32_t>(min(by_index, std::uint64_t{~0u}))};
  }
  __device__ __forceinline__ std::uint32_t cell(Word word) const {
    const std::uint32_t key = key_of(word), above = key > low ? key - low : 0;
    return __umulhi(above, factor) + above * cells_of_key + __umulhi(index_of(word), by_index);
  }
};

/// The elements in a bucket's region, between words of padding. The first ones are held in registers, so that a small
/// bucket is read only once.
template <unsigned threads, unsigned held_pairs>
class GatheredWords {
 public:
  /// `count` includes padding and is a multiple of two.
  __device__ GatheredWords(const Word* words, std::uint32_t count) : words_(words), count_(count) {
    load(words, 0, count, held_);
  }

  template <class Function>
  __device__ __forceinline__ void for_each(Function f) const {
    call(held_, f);
    read(words_, 2 * threads * held_pairs, count_, f);
  }
  /// The same for elements that are not held in registers, from `begin` on.
  template <class Function>
  __device__ __forceinline__ static void read(const Word* words, std::uint32_t begin, std::uint32_t count, Function f) {
    for (; begin < count; begin += 2 * threads * held_pairs) {
      ulonglong2 pairs[held_pairs];
      load(words, begin, count, pairs);
      call(pairs, f);
    }
  }

 private:
  __device__ __forceinline__ static void load(const Word* words, std::uint32_t begin, std::uint32_t count,
                                              ulonglong2 (&pairs)[held_pairs]) {
#pragma unroll
    for (unsigned k = 0; k < held_pairs; ++k) {
      const std::uint32_t i = begin + 2 * (k * threads + threadIdx.x);
      pairs[k] = make_ulonglong2(padding, padding);
      if (i < count) pairs[k] = *reinterpret_cast<const ulonglong2*>(words + i);
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

/// Turns `counts` counts, two in a word, into exclusive prefix sums. Returns the largest count that this thread read. A
/// barrier must follow.
template <unsigned threads, unsigned counts>
__device__ __forceinline__ std::uint32_t make_starts(std::uint32_t* words) {
  static_assert(counts % (2 * threads) == 0);
  constexpr unsigned words_of_thread = counts / 2 / threads;
  std::uint32_t sum = 0, largest = 0, two[words_of_thread];
#pragma unroll
  for (unsigned i = 0; i < words_of_thread; ++i) {
    two[i] = words[threadIdx.x * words_of_thread + i];
    sum += (two[i] & 0xFFFFu) + (two[i] >> 16);
    largest = max(largest, max(two[i] & 0xFFFFu, two[i] >> 16));
  }
  std::uint32_t all = 0;
  std::uint32_t start = block_exclusive_sum<threads>(sum, all);
#pragma unroll
  for (unsigned i = 0; i < words_of_thread; ++i) {
    const std::uint32_t second = start + (two[i] & 0xFFFFu);
    words[threadIdx.x * words_of_thread + i] = start | second << 16;
    start = second + (two[i] >> 16);
  }
  return largest;
}

/// The shape of a bucket's sort: threads, cells, and blocks per multiprocessor.
template <unsigned threads_, unsigned capacity_class_, unsigned cell_bits_, unsigned blocks_, unsigned held_pairs_,
          Hard hard_, bool plain_>
struct BucketMethod {
  static constexpr unsigned threads = threads_, capacity_class = capacity_class_, blocks = blocks_;
  static constexpr unsigned cells = 1u << cell_bits_;
  static constexpr unsigned held_pairs = held_pairs_;  // of words, in the registers of a thread
  static constexpr Hard hard = hard_;                  // when the buckets that it cannot sort are sorted
  static constexpr bool plain = plain_;                // of plain calls: see element_count.cuh
  static constexpr unsigned capacity = bucket_capacity(capacity_class);
  // The most pivots of the next call in one bucket. Their distance is at least half of the class's size, or less if
  // there are buckets for few elements.
  static constexpr unsigned most_pivots = (capacity >> (capacity_class - (plain ? 1 : most_fewer_bits))) + 1;
  // Some larger words follow the elements; an empty cell precedes the cells.
  static constexpr unsigned at_once = 4;
  static constexpr std::size_t counts_at = (capacity + at_once + 1) / 2 * 2 * sizeof(Word) + 16;
  static constexpr std::size_t shared_bytes = counts_at + cells * 2;
};

/// A block that sorts a bucket. Everything is in shared memory.
template <class Method>
struct BucketSorter {
  static constexpr unsigned threads = Method::threads, cells = Method::cells;
  static constexpr unsigned most_in_cell = 128;       // a network is faster for more elements than that
  static constexpr unsigned most_soon_sorted = 1024;  // the radix path is faster than a network for more

  /// Prepares for a bucket. All threads must have finished the last one.
  __device__ __forceinline__ static void begin() {
    if (threadIdx.x == 0) counts()[-1] = 0;
#pragma unroll
    for (unsigned i = 0; i < words_of_thread; ++i) counts()[i * threads + threadIdx.x] = 0;
  }

  /// Calls store(rank, word) for the `count` elements of the source, which is read twice. begin() must have been
  /// called. Begins with a barrier. If a cell has too many elements it does nothing and returns false.
  template <class Source, class Map, class Store>
  __device__ __forceinline__ static bool sort(const Source& source, std::uint32_t count, const Map& map, Store store) {
    __syncthreads();
    count_cells(source, map);
    __syncthreads();
    if (find_starts()) return false;
    source.for_each([&](Word word) { place(word, map.cell(word)); });
    end_placing(count);
    store_ranked(count, map, store);
    return true;
  }

  // ---- Its steps

  template <class Source, class Map>
  __device__ __forceinline__ static void count_cells(const Source& source, const Map& map) {
    source.for_each([&](Word word) {
      const std::uint32_t cell = map.cell(word);
      atomicAdd(&counts()[cell / 2], 1u << shift_of(cell));
    });
  }

  /// Turns counts into the starts of cells. Returns true if a cell has too many elements. Ends with a barrier.
  __device__ __forceinline__ static bool find_starts() {
    const std::uint32_t largest = make_starts<threads, cells>(counts());
    return __syncthreads_or(largest > most_in_cell) != 0;
  }

  __device__ __forceinline__ static void place(Word word, std::uint32_t cell) {
    words()[atomicAdd(&counts()[cell / 2], 1u << shift_of(cell)) >> shift_of(cell) & 0xFFFFu] = word;
  }
  /// Ends with a barrier.
  __device__ __forceinline__ static void end_placing(std::uint32_t count) {
    if (threadIdx.x < Method::at_once) words()[count + threadIdx.x] = padding;
    __syncthreads();
  }

  template <class Map, class Store>
  __device__ __forceinline__ static void store_ranked(std::uint32_t count, const Map& map, Store store) {
    for (std::uint32_t i = threadIdx.x; i < count; i += threads) store(rank_of(words()[i], map), words()[i]);
  }
  /// The fallback for sort(), if that did nothing.
  template <class Source, class Store>
  __device__ static void sort_by_network(const Source& source, std::uint32_t count, Store store) {
    if (threadIdx.x == 0) counts()[0] = 0;
    __syncthreads();
    source.for_each([&](Word word) { words()[atomicAdd(&counts()[0], 1u)] = word; });
    __syncthreads();
    run_network(words(), count);
    for (std::uint32_t i = threadIdx.x; i < count; i += threads) store(i, words()[i]);
  }

  /// The starts of cells, after find_starts().
  __device__ static std::uint16_t* starts() { return reinterpret_cast<std::uint16_t*>(counts()); }

  /// The elements.
  __device__ static Word* words() { return dynamic_shared<Word>(); }

  /// Once all elements are placed, the start of a cell has become its end. Elements of later cells are larger, so
  /// comparing with some of them does no harm; few cells have more elements than are compared at once.
  template <class Map>
  __device__ __forceinline__ static std::uint32_t rank_of(Word word, const Map& map) {
    const std::uint16_t* end_of = starts() + map.cell(word);
    const std::uint32_t start = end_of[-1], end = *end_of;
    std::uint32_t rank = start;
#pragma unroll
    for (unsigned k = 0; k < Method::at_once; ++k) rank += words()[start + k] < word ? 1 : 0;
#pragma unroll 1
    for (std::uint32_t i = start + Method::at_once; i < end; ++i) rank += words()[i] < word ? 1 : 0;
    return rank;
  }

  /// The bitonic network in which all exchanges go one way (Batcher 1968, with the first stride of a merge mirrored).
  /// Elements beyond the end would be larger than all others, so they need not exist. Ends with a barrier.
  __device__ static void run_network(Word* words, std::uint32_t count) {
    for (std::uint32_t run = 2; run < 2 * count; run *= 2) {
      for (std::uint32_t stride = run / 2; stride > 0; stride /= 2) {
        const bool mirrored = stride == run / 2;
        for (std::uint32_t pair = threadIdx.x; pair < (count + run) / 2; pair += threads) {
          const std::uint32_t low = pair / stride * (2 * stride) + pair % stride;
          const std::uint32_t high = mirrored ? (low | (run - 1)) - low % run : low + stride;
          if (high >= count || words[low] < words[high]) continue;
          const Word smaller = words[high];
          words[high] = words[low];
          words[low] = smaller;
        }
        __syncthreads();
      }
    }
  }

 private:
  static constexpr unsigned words_of_thread = cells / 2 / threads;  // of two counts each
  static_assert(words_of_thread >= 1 && cells % (2 * threads) == 0);

  /// Counts of cells, two in a word.
  __device__ static std::uint32_t* counts() {
    return reinterpret_cast<std::uint32_t*>(dynamic_shared<unsigned char>() + Method::counts_at);
  }
  __device__ static unsigned shift_of(std::uint32_t cell) { return 16 * (cell % 2); }
};

}  // namespace farfirst::cuda::farfirst
