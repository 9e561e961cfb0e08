#pragma once
// The few buckets that are not sorted in one step. Kernels of their own sort them, so that they cost the sort of the
// other buckets no registers.
//
// A large bucket has more elements than fit on chip. It is sorted in parts: one block sorts the elements of some of the
// cells. Elements that exceeded its region are in a spill, among those of other buckets. When the distribution has
// ended, the large buckets are known. So their kernel is enqueued before the kernel for the other buckets, and lets
// that begin at once. A crowded bucket has a cell with too many elements. The block that sorts it notices that, and
// puts it on a list for a later kernel.
//
// Buckets of 2^12 elements have space for nearly three times as many. For them the later kernel is enough: it sorts the
// large ones too. The same holds for a call whose count is small, if its buckets are smaller than those of n: the
// kernel for large ones lets the next begin at once, and does nothing. Smaller buckets have neither kernel, since one
// more is noticeable for few elements. If one of them does not fit on chip, the radix path sorts.
//
// If a few elements are far from all others, like stray points of a scan, the cells between the lowest key and the
// highest are too wide. Then the map is narrowed, so that only few elements at each end share its outermost cells. If
// many elements have the same key, like points without a position, that key gets cells of its own, by the index.
//
// If many other keys are equal or nearly so, the bitonic network sorts those of a cell. If that takes long, the state
// records it. If a bucket has more equal keys than fit on chip, the radix path sorts.

#include <cuda_runtime.h>

#include <cstdint>

#include "bucket_sorter.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "next_pivots.cuh"
#include "scatter.cuh"

namespace farfirst::cuda::farfirst {

/// One of the `of` parts of a bucket.
struct Part {
  std::uint32_t number, of;
};

/// Like CellMap, but keys below and above its range may occur too; they count as the lowest and the highest. A frequent
/// key may have cells of its own, among which the index decides.
class WideMap {
 public:
  /// Spreads keys from low to high over the cells. Lower keys, if any, are all equal; indices are below n.
  __device__ WideMap(std::uint32_t low, std::uint32_t high, std::uint32_t n, std::uint32_t cells)
      : rest_(CellMap::between(low, high, n, cells)), lowest_(low), highest_(max(low, high)), n_(n), cells_(cells) {}

  __device__ std::uint32_t cell(Word word) const {
    const std::uint32_t key = clamped(key_of(word));
    const bool may_differ = is_narrow_ && (key == lowest_ || key == highest_);  // other keys count as this one
    const std::uint32_t rest = rest_.cell(pack(key, may_differ ? 0 : index_of(word)));
    if (own_cells_ == 0 || key < own_key_) return rest;
    return key == own_key_ ? own_begin_ + __umulhi(index_of(word), by_index_) : rest + own_cells_ + 1;
  }
  /// Approximately the lowest key of a cell; the same in every call.
  __device__ std::uint32_t key_at(std::uint32_t cell) const {
    if (own_cells_ != 0 && cell >= own_begin_) {
      if (cell <= own_begin_ + own_cells_) return own_key_;
      cell -= own_cells_ + 1;
    }
    const std::uint64_t above =
        rest_.factor != 0 ? (std::uint64_t{cell} << 32) / rest_.factor : cell / rest_.cells_of_key;
    return static_cast<std::uint32_t>(min(rest_.low + above, std::uint64_t{~0u}));
  }

  /// True if there are more keys than cells, and no key has cells of its own. Otherwise the map cannot be changed.
  __device__ bool can_be_changed() const { return own_cells_ == 0 && rest_.factor != 0; }
  /// A map that spreads the keys of cells `first` to `last` over all cells.
  __device__ WideMap narrowed_to(std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t low = key_at(first), high = key_at(last + 1);
    WideMap map(low - min(low, 1u), high + min(~high, 1u), n_, cells_);
    map.is_narrow_ = true;
    return map;
  }
  /// A map in which a key has `own_cells` cells of its own; unchanged if other keys count as it.
  __device__ WideMap with_own_cells(std::uint32_t key, std::uint32_t own_cells) const {
    WideMap map = *this;
    map.own_key_ = clamped(key);
    if (is_narrow_ && (map.own_key_ == lowest_ || map.own_key_ == highest_)) return map;
    map.rest_ = CellMap::between(lowest_, highest_, n_, cells_ - own_cells - 1);
    map.own_cells_ = own_cells;
    map.own_begin_ = map.rest_.cell(pack(map.own_key_, 0)) + 1;
    map.by_index_ = static_cast<std::uint32_t>(min((std::uint64_t{own_cells} << 32) / n_ - 1, std::uint64_t{~0u}));
    return map;
  }

 private:
  __device__ std::uint32_t clamped(std::uint32_t key) const { return min(max(key, lowest_), highest_); }

  CellMap rest_;
  std::uint32_t lowest_, highest_, n_, cells_;
  std::uint32_t own_key_ = 0, own_cells_ = 0, own_begin_ = 0, by_index_ = 0;
  bool is_narrow_ = false;
};

/// The part of a bucket that is placed: `count` elements after `before` others.
struct Span {
  std::uint32_t before, count;
  std::uint32_t low, high;  // approximate keys; 0 or the largest number at the begin or the end of the bucket
  bool fits;                // on chip; otherwise nothing was done
  bool has_full_cells;      // cells with more elements than are compared pairwise
};

/// Sorts a bucket, or a part of one.
template <class Method, class Source>
class HardSorter {
  using Sorter = BucketSorter<Method>;
  static constexpr unsigned cells = Method::cells, threads = Method::threads;

 public:
  /// `count` elements, whose keys the map spreads over the cells.
  __device__ HardSorter(const Source& source, std::uint32_t count, WideMap map)
      : source_(source), count_(count), map_(map) {}

  /// Places the elements in their cells. Begins with a barrier.
  __device__ Span place(Part part) {
    __syncthreads();
    const bool has_full_cells = count();
    std::uint32_t first = 0, end = cells, before = 0, after = count_;
    if (part.of > 1) {
      const std::uint32_t share = (count_ + part.of - 1) / part.of;
      first = first_cell_from(part.number * share);
      before = start_of(first);
      if (part.number + 1 < part.of) end = first_cell_from((part.number + 1) * share);
      after = start_of(end);
    }
    const std::uint32_t low = first == 0 ? 0 : map_.key_at(first), high = end == cells ? ~0u : map_.key_at(end);
    const std::uint32_t elements = after - before;
    const Span span{before, elements, low, high, elements <= Method::capacity, has_full_cells};
    __syncthreads();
    if (!span.fits) return span;
    for (unsigned cell = threadIdx.x; cell < cells; cell += threads) {
      const std::uint32_t start = min(start_of(cell) - before, span.count);  // later cells start at the end
      Sorter::starts()[cell] = static_cast<std::uint16_t>(cell < first ? 0 : start);
    }
    __syncthreads();
    source_.for_each([&](Word word) {
      const std::uint32_t cell = map_.cell(word);
      if (cell >= first && cell < end) Sorter::place(word, cell);
    });
    Sorter::end_placing(span.count);
    return span;
  }
  /// Calls store(rank, word) for the elements of the span. Returns true if it was slow.
  template <class Store>
  __device__ bool store_sorted(const Span& span, Store store) const {
    if (!span.has_full_cells) {
      Sorter::store_ranked(span.count, map_, store);
      return false;
    }
    const std::uint32_t sorted = sort_full_cells();
    for (std::uint32_t i = threadIdx.x; i < span.count; i += threads) {
      const Word word = Sorter::words()[i];
      store(is_full(map_.cell(word)) ? i : Sorter::rank_of(word, map_), word);
    }
    return sorted > most_sorted_soon;
  }

 private:
  static constexpr unsigned most_outside = 32;  // elements on either side of a narrower map
  static constexpr unsigned most_changes = 4;
  static constexpr unsigned most_sorted_soon = 2048;  // elements in full cells

  /// Counts by cells, and changes the map while that helps. Returns true if cells still have too many elements.
  __device__ bool count() {
    for (unsigned changes = 0;; ++changes) {
      Sorter::begin();
      __syncthreads();
      Sorter::count_cells(source_, map_);
      __syncthreads();
      if (!Sorter::find_starts()) return false;
      if (changes == most_changes || !map_.can_be_changed() || count_ <= 2 * most_outside) return true;
      const std::uint32_t first = cell_of(most_outside), last = cell_of(count_ - most_outside);
      __syncthreads();
      if (last - first < cells / 2) {
        map_ = map_.narrowed_to(first, last);
        continue;
      }
      const auto [cell, elements] = fullest_cell();
      const std::uint32_t own_cells = min(cells * elements / count_ + cells / 64, cells / 64 * 63);
      map_ = map_.with_own_cells(key_in(cell), own_cells);
      if (map_.can_be_changed()) return true;
    }
  }

  /// Called once all elements are placed, when the start of a cell has become its end.
  __device__ static std::uint32_t elements_placed_in(std::uint32_t cell) {
    return Sorter::starts()[cell] - Sorter::starts()[static_cast<int>(cell) - 1];
  }
  __device__ static bool is_full(std::uint32_t cell) { return elements_placed_in(cell) > Sorter::most_in_cell; }

  /// Sorts the elements of each full cell, and returns how many there are in all. Begins and ends with a barrier.
  __device__ static std::uint32_t sort_full_cells() {
    constexpr unsigned most = Method::capacity / Sorter::most_in_cell;
    __shared__ std::uint16_t full[most];
    __shared__ std::uint32_t count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    for (unsigned cell = threadIdx.x; cell < cells; cell += threads) {
      if (is_full(cell)) full[atomicAdd(&count, 1u)] = static_cast<std::uint16_t>(cell);
    }
    __syncthreads();
    std::uint32_t elements = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t in_cell = elements_placed_in(full[i]);
      Sorter::run_network(Sorter::words() + Sorter::starts()[full[i]] - in_cell, in_cell);
      elements += in_cell;
    }
    return elements;
  }

  struct Cell {
    std::uint32_t number, elements;
  };
  /// Has barriers, the last one at the end.
  __device__ Cell fullest_cell() const {
    std::uint32_t fullest = 0;
    for (unsigned cell = threadIdx.x; cell < cells; cell += threads) {
      fullest = max(fullest, (start_of(cell + 1) - start_of(cell)) << 16 | cell);
    }
    fullest = block_reduce<threads>(fullest, Maximum());
    return {fullest & 0xFFFFu, fullest >> 16};
  }
  /// The key of the first element of a cell; many others of the cell may have it too. Has barriers, the last one at the
  /// end.
  __device__ std::uint32_t key_in(std::uint32_t cell) const {
    __shared__ std::uint32_t first, key;
    if (threadIdx.x == 0) first = ~0u;
    __syncthreads();
    source_.for_each([&](Word word) {
      if (map_.cell(word) == cell) atomicMin(&first, index_of(word));
    });
    __syncthreads();
    source_.for_each([&](Word word) {
      if (index_of(word) == first) key = key_of(word);
    });
    __syncthreads();
    return key;
  }

  __device__ std::uint32_t start_of(std::uint32_t cell) const {
    return cell == cells ? count_ : Sorter::starts()[cell];
  }
  /// The first cell that does not start before this place, or `cells`.
  __device__ static std::uint32_t first_cell_from(std::uint32_t place) {
    std::uint32_t begin = 0, end = cells;
    while (begin < end) {
      const std::uint32_t middle = (begin + end) / 2;
      if (Sorter::starts()[middle] < place) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }
  /// The cell that has the element at this place.
  __device__ static std::uint32_t cell_of(std::uint32_t place) { return first_cell_from(place + 1) - 1; }

  const Source& source_;
  const std::uint32_t count_;
  WideMap map_;
};

/// The elements of a bucket: those in its region, and those in a spill, among the elements of other buckets.
template <unsigned threads>
class HardWords {
 public:
  /// `interval` is that of the pivots, with open ends.
  __device__ HardWords(const HybridJob& job, std::uint32_t bucket, const Interval& interval)
      : region_(job.region_of(bucket)),
        spill_(job.words + HybridJob::spill_of(bucket) * job.spill_words),
        first_key_(interval.low),
        last_key_(interval.high) {
    const HybridState& state = *job.state;
    const Used used = state.used[bucket];
    const bool has_spilled = job.has_spilled(used);
    in_region_ = has_spilled ? state.filled[bucket] : words_in(used);
    in_spill_ = has_spilled ? state.spilled[HybridJob::spill_of(bucket)] : 0;
  }
  template <class Function>
  __device__ __forceinline__ void for_each(Function f) const {
    using Read = GatheredWords<threads, 4>;
    Read::read(region_, 0, in_region_, f);
    Read::read(spill_, 0, in_spill_, [&](Word word) {
      if (key_of(word) >= first_key_ && key_of(word) <= last_key_) f(word);
    });
  }

 private:
  const Word *region_, *spill_;
  std::uint32_t first_key_, last_key_, in_region_, in_spill_;
};

/// The size of a part. It leaves space for the other elements in the cell of the last one.
template <class Method>
inline constexpr unsigned part_elements = Method::capacity - BucketSorter<Method>::most_in_cell;

/// Sorts a part of a bucket, and leaves pivots and bins for the next call. If the part does not fit on chip, it does
/// nothing and returns false.
template <class Method>
__device__ bool sort_hard(const HybridJob& job, std::uint32_t buckets, HardBucket bucket, Part part,
                          const NextPivots<Method::plain>& next_pivots) {
  HybridState& state = *job.state;
  Interval interval =
      interval_of(job.scale, PivotsAround(state.pivots[state.current], buckets, bucket.bucket), buckets, bucket.bucket);
  const HardWords<Method::threads> words(job, bucket.bucket, interval);
  close_ends(interval, state, buckets, bucket.bucket);
  const WideMap map(interval.low, interval.high, job.template index_end<Method::plain>(), Method::cells);
  HardSorter<Method, HardWords<Method::threads>> sorter(words, elements_in(state.used[bucket.bucket]), map);
  const Span span = sorter.place(part);
  if (!span.fits) return false;
  const std::uint32_t begin = bucket.begin + span.before, before = next_pivots.pivots_before(begin);
  const bool took_long =
      sorter.store_sorted(span, [&](std::uint32_t rank, Word word) { next_pivots.store(begin + rank, before, word); });
  if (took_long && threadIdx.x == 0) store_relaxed(&state.slow, 1);
  __syncthreads();
  const auto bin_at = [&](std::uint32_t key) {
    return min(max(bin_of(job.scale, key, interval.next_map), interval.begin_bin), interval.end_bin);
  };
  const std::uint32_t begin_bin = span.low == 0 ? interval.begin_bin : bin_at(span.low);
  const std::uint32_t end_bin = span.high == ~0u ? interval.end_bin : bin_at(span.high);
  next_pivots.template store_bins<Method::threads>(job.scale, begin_bin, end_bin, interval.next_map, before,
                                                   next_pivots.pivots_before(begin + span.count) - before);
  return true;
}

/// The number of parts for a bucket of `count` elements.
template <class Method>
__device__ constexpr std::uint32_t parts_of(std::uint32_t count) {
  return count <= Method::capacity ? 1 : (count + part_elements<Method> - 1) / part_elements<Method>;
}

/// The large buckets; every block finds them by itself.
template <class Method>
class LargeBuckets {
  static constexpr unsigned most = most_buckets / Method::threads;  // adjacent buckets of one thread

 public:
  /// Has barriers.
  __device__ LargeBuckets(const HybridJob& job, std::uint32_t buckets)
      : job_(job), each_((buckets + Method::threads - 1) / Method::threads) {
    std::uint32_t parts = 0, elements = 0;
#pragma unroll
    for (unsigned j = 0; j < most; ++j) {
      const std::uint32_t bucket = threadIdx.x * each_ + j;
      used_[j] = j < each_ && bucket < buckets ? job.state->used[bucket] : 0;
      elements += elements_in(used_[j]);
      if (job.is_large(used_[j])) parts += parts_of<Method>(elements_in(used_[j]));
    }
    first_part_ = block_exclusive_sum<Method::threads>(parts, parts_);
    if (parts_ == 0) return;
    begin_ = block_exclusive_sum<Method::threads>(elements, elements);
  }
  __device__ std::uint32_t parts() const { return parts_; }
  /// Calls f(number, bucket, part) for the parts of this thread's buckets. The parts of all threads are numbered from 0
  /// to below parts().
  template <class Function>
  __device__ void for_each_part(Function f) const {
    std::uint32_t number = first_part_, begin = begin_;
#pragma unroll
    for (unsigned j = 0; j < most; ++j) {
      const std::uint32_t count = elements_in(used_[j]), parts = job_.is_large(used_[j]) ? parts_of<Method>(count) : 0;
      for (std::uint32_t i = 0; i < parts; ++i) {
        f(number++, HardBucket{threadIdx.x * each_ + j, begin}, Part{i, parts});
      }
      begin += count;
    }
  }

 private:
  const HybridJob& job_;
  const std::uint32_t each_;
  Used used_[most];
  std::uint32_t first_part_ = 0, parts_ = 0, begin_ = 0;
};

/// Runs after the distribution. Sorts buckets that have more elements than fit on chip, or have spilled. The other
/// buckets are sorted at the same time. It does nothing if large buckets are sorted after the others.
template <class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_large_buckets(HybridJob given, Sorted outputs) {
  __shared__ std::uint32_t own[Method::most_pivots];
  constexpr unsigned at_once = 16;  // parts that are listed together
  __shared__ HardBucket bucket_of[at_once];
  __shared__ Part part_of[at_once];
  // Words that the distribution does not change are read while it runs.
  HybridState& state = *given.state;
  const PivotsInUse in_use(state);
  const std::uint32_t n = elements_of_call<Method::plain>(given);
  const HybridJob& job = job_of_call<Method::plain>(given, n);
  const Sorted to = sorted_of_call<Method::plain>(outputs, job);
  if (!in_use.tries(n) || job.template sorts_large_after<Method::plain>()) {
    let_next_kernel_in();
    return wait_in_first_block();
  }
  wait_alone();
  if (blockIdx.x == 0 && threadIdx.x == 0) store_release(&state.distributed, 1);
  let_next_kernel_in();
  if (state.failed != 0) return;
  const std::uint32_t buckets = in_use.buckets(job, n);
  const LargeBuckets<Method> large(job, buckets);
  const NextPivots<Method::plain> next_pivots{&state.pivots[in_use.current ^ 1], own, job.buckets.bits,
                                              Outputs<Method::plain>(to)};
  for (std::uint32_t first_part = blockIdx.x; first_part < large.parts(); first_part += at_once * gridDim.x) {
    __syncthreads();
    large.for_each_part([&](std::uint32_t number, HardBucket bucket, Part part) {
      const std::uint32_t at = (number - first_part) / gridDim.x;
      if (number < first_part || (number - first_part) % gridDim.x != 0 || at >= at_once) return;
      bucket_of[at] = bucket;
      part_of[at] = part;
    });
    __syncthreads();
    const std::uint32_t listed = min(at_once, (large.parts() - first_part + gridDim.x - 1) / gridDim.x);
    for (std::uint32_t i = 0; i < listed; ++i) {
      const bool fits = sort_hard<Method>(job, buckets, bucket_of[i], part_of[i], next_pivots);
      if (!fits && threadIdx.x == 0) store_relaxed(&state.too_large, 1);
    }
  }
}

/// Runs after the sort of the other buckets, and sorts the listed ones. The next kernel may begin at once, since it
/// waits until this one has ended.
template <class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_hard_buckets(HybridJob given, Sorted outputs) {
  __shared__ std::uint32_t own[Method::most_pivots];
  let_next_kernel_in();
  // Words that earlier kernels do not change are read while they run.
  HybridState& state = *given.state;
  const PivotsInUse in_use(state);
  const HybridJob& job = job_of_call<Method::plain>(given, elements_of_call<Method::plain>(given));
  const Sorted to = sorted_of_call<Method::plain>(outputs, job);
  if (!in_use.tries(job.n)) return wait_in_first_block();
  const std::uint32_t buckets = in_use.buckets(job, job.n);
  wait_for_kernels_before();
  const std::uint32_t hard_buckets = state.hard_buckets;
  if (hard_buckets == 0) return;
  const NextPivots<Method::plain> next_pivots{&state.pivots[in_use.current ^ 1], own, job.buckets.bits,
                                              Outputs<Method::plain>(to)};
  constexpr std::uint32_t most_parts = (most_counted_words + part_elements<Method> - 1) / part_elements<Method>;
  for (std::uint32_t i = blockIdx.x; i < hard_buckets * most_parts; i += gridDim.x) {
    const HardBucket bucket = state.hard[i % hard_buckets];
    const std::uint32_t parts = parts_of<Method>(elements_in(state.used[bucket.bucket]));
    if (i / hard_buckets >= parts) continue;
    const bool fits = sort_hard<Method>(job, buckets, bucket, {i / hard_buckets, parts}, next_pivots);
    if (!fits && threadIdx.x == 0) store_relaxed(&state.done, 0);
  }
}

}  // namespace farfirst::cuda::farfirst
