#pragma once
// The kernels that sort on chip: the buckets of the distribution, and small inputs in one block.

#include <cuda_runtime.h>
#include <farfirst/sort.h>

#include <cstdint>

#include "bucket_sorter.cuh"
#include "cuda/farfirst/memory.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"
#include "cuda/prim/overlap.cuh"
#include "memory.h"
#include "next_pivots.cuh"
#include "scatter.cuh"
#include "shape.h"

namespace farfirst::cuda::farfirst {

// ---- Buckets of the distribution

/// The place of a block's bucket, found when the distribution has ended.
struct BucketPlace {
  bool done;            // all elements are in buckets that fit on chip or will be sorted in parts
  std::uint32_t begin;  // of this block's bucket in the order
};

/// Has barriers, the last one at the end.
template <class Method>
__device__ __forceinline__ BucketPlace place_of_bucket(const HybridState& state, std::uint32_t buckets,
                                                       std::uint32_t bucket) {
  std::uint32_t before = 0, largest = 0;
  for (std::uint32_t b = threadIdx.x; b < buckets; b += Method::threads) {
    const std::uint32_t count = elements_in(state.used[b]);
    largest = max(largest, count);
    before += b < bucket ? count : 0;
  }
  bool done = state.failed == 0;
  if constexpr (Method::hard == Hard::never) done = __syncthreads_and(done && largest <= Method::capacity) != 0;
  return {done, block_reduce<Method::threads>(before, Sum())};
}

/// Sorts one of `buckets` buckets, and leaves pivots and bins for the next call.
template <class Method>
__device__ __forceinline__ void sort_bucket(const HybridJob& job, Sorted to, std::uint32_t bucket,
                                            std::uint32_t buckets, std::uint32_t current, Interval interval,
                                            std::uint32_t* own) {
  using Sorter = BucketSorter<Method>;
  HybridState& state = *job.state;
  const Used used = state.used[bucket];
  close_ends(interval, state, buckets, bucket);
  const GatheredWords<Method::threads, Method::held_pairs> words(job.region_of(bucket), job.words_of(used));
  const auto [done, begin] = place_of_bucket<Method>(state, buckets, bucket);
  if (bucket == 0 && threadIdx.x == 0) state.done = done ? 1 : 0;
  if (!done) return;

  const std::uint32_t bits = job.buckets.bits, next = current ^ 1;
  const NextPivots<Method::plain> next_pivots{&state.pivots[next], own, bits, Outputs<Method::plain>(to)};
  if (bucket == 0 && threadIdx.x == 0) {
    state.of_next = {job.n, buckets_for(job.n, bits), job.scale, bits, interval.next_map};
  }
  const std::uint32_t before = next_pivots.pivots_before(begin), count = elements_in(used);
  const CellMap map =
      CellMap::between(interval.low, interval.high, job.template index_end<Method::plain>(), Method::cells);
  const auto store = [&, begin = begin](std::uint32_t rank, Word word) {
    next_pivots.store(begin + rank, before, word);
  };
  const bool is_large = Method::hard != Hard::never && job.is_large(used);
  if (is_large || !Sorter::sort(words, count, map, store)) {
    if constexpr (Method::hard != Hard::never) {
      if (threadIdx.x == 0) state.hard[atomicAdd(&state.hard_buckets, 1u)] = {bucket, begin};
      return;
    } else {
      // The smallest buckets always sort fast.
      const bool is_slow = Method::capacity_class > 10 && count > Sorter::most_soon_sorted;
      if (threadIdx.x == 0 && is_slow) store_relaxed(&state.slow, 1);
      Sorter::sort_by_network(words, count, store);
    }
  }
  __syncthreads();
  next_pivots.template store_bins<Method::threads>(job.scale, interval.begin_bin, interval.end_bin, interval.next_map,
                                                   before, next_pivots.pivots_before(begin + count) - before);
}

/// A persistent block, which sorts several buckets: first the one of its own number, then any that no block has taken.
/// It loads the words of the next bucket while it ranks one. Other kernels sort large or crowded buckets. Blocks with
/// one bucket use sort_bucket(), since this loop would cost them 2 microseconds.
template <class Method>
class PersistentBlock {
  static_assert(Method::hard == Hard::concurrent);
  using Sorter = BucketSorter<Method>;
  using Words = GatheredWords<Method::threads, Method::held_pairs>;

 public:
  /// `current`: the pivots in use. Sorter::begin() must have been called.
  __device__ PersistentBlock(const HybridJob& job, const Sorted& to, std::uint32_t current, std::uint32_t buckets,
                             std::uint32_t* own)
      : job_(job),
        state_(*job.state),
        pivots_(job.state->pivots[current]),
        buckets_(buckets),
        next_pivots_{&job.state->pivots[current ^ 1], own, job.buckets.bits, Outputs<Method::plain>(to)} {}

  /// Sorts its buckets, and leaves pivots and bins for the next call.
  __device__ __forceinline__ void run() const {
    __shared__ Taken taken;
    Taken now{blockIdx.x, state_.used[blockIdx.x]};
    Interval interval = interval_of(job_.scale, PivotsAround(pivots_, buckets_, now.bucket), buckets_, now.bucket);
    std::uint32_t ticket = take();
    close_ends(interval, state_, buckets_, now.bucket);
    Words words = words_of(now);
    const auto [done, first_begin] = place_of_bucket<Method>(state_, buckets_, now.bucket);
    if (!done) return;
    if (blockIdx.x == 0 && threadIdx.x == 0) leave_pivots_of(interval.next_map);
    std::uint32_t begin = first_begin;
    while (true) {
      const std::uint32_t before = next_pivots_.pivots_before(begin), count = elements_in(now.used);
      const CellMap map =
          CellMap::between(interval.low, interval.high, job_.template index_end<Method::plain>(), Method::cells);
      const bool is_large = job_.is_large(now.used);
      bool placed = false;
      if (!is_large) {
        Sorter::count_cells(words, map);
        __syncthreads();
        placed = !Sorter::find_starts();
      }
      const Taken drawn{ticket, ticket < buckets_ ? state_.used[ticket] : 0};
      if (placed) {
        words.for_each([&](Word word) { Sorter::place(word, map.cell(word)); });
      } else if (threadIdx.x == 0 && (!is_large || job_.template sorts_large_after<Method::plain>())) {
        state_.hard[atomicAdd(&state_.hard_buckets, 1u)] = {now.bucket, begin};
      }
      if (threadIdx.x == 0) taken = drawn;
      Sorter::end_placing(placed ? count : 0);
      const Taken next = taken;
      const bool is_last = next.bucket >= buckets_;
      words = words_of(next);
      const std::uint32_t between = is_last ? 0 : elements_between(now.bucket, next.bucket);
      if (placed) {
        Sorter::store_ranked(count, map,
                             [&](std::uint32_t rank, Word word) { next_pivots_.store(begin + rank, before, word); });
      }
      __syncthreads();
      if (placed) {
        next_pivots_.template store_bins<Method::threads>(job_.scale, interval.begin_bin, interval.end_bin,
                                                          interval.next_map, before,
                                                          next_pivots_.pivots_before(begin + count) - before);
      }
      if (is_last) return;
      Sorter::begin();
      ticket = take();
      interval = interval_of(job_.scale, PivotsAround(pivots_, buckets_, next.bucket), buckets_, next.bucket,
                             interval.next_map);
      close_ends(interval, state_, buckets_, next.bucket);
      begin += block_reduce<Method::threads>(between, Sum());
      now = next;
    }
  }

 private:
  struct Taken {
    std::uint32_t bucket;
    Used used;
  };

  /// The number of the next bucket, for thread 0; for other threads a number above all buckets. It arrives later.
  __device__ __forceinline__ std::uint32_t take() const {
    if (threadIdx.x != 0 || gridDim.x >= buckets_) return most_buckets;
    return gridDim.x + atomicAdd(&state_.taken, 1u);
  }
  __device__ __forceinline__ Words words_of(const Taken& taken) const {
    return Words(job_.region_of(taken.bucket), job_.words_of(taken.used));
  }
  __device__ void leave_pivots_of(const BinMap& map) const {
    const std::uint32_t bits = job_.buckets.bits;
    state_.of_next = {job_.n, buckets_for(job_.n, bits), job_.scale, bits, map};
  }
  /// This thread's share of the elements in buckets from `first` to before `end`.
  __device__ __forceinline__ std::uint32_t elements_between(std::uint32_t first, std::uint32_t end) const {
    std::uint32_t sum = 0;
    for (std::uint32_t b = first + threadIdx.x; b < end; b += Method::threads) sum += elements_in(state_.used[b]);
    return sum;
  }

  const HybridJob& job_;
  HybridState& state_;
  const Pivots& pivots_;
  const std::uint32_t buckets_;
  const NextPivots<Method::plain> next_pivots_;
};

/// Waits for the distribution alone, while large buckets are sorted. Their kernel waits for it (griddepcontrol.wait:
/// earlier grids have completed, and their writes are visible) and then releases a word. Acquiring it here makes the
/// writes visible to this block, since causality order is transitive and the barrier extends it to all threads (PTX,
/// memory consistency model). The begin of this kernel (griddepcontrol.launch_dependents) promises nothing of memory.
/// The word is stored before this kernel may begin, so no block waits for one that waits in turn.
__device__ __forceinline__ void wait_for_distribution(const HybridState& state) {
  if (threadIdx.x == 0) {
    wait_for_at_least(&state.distributed, 1);
  }
  __syncthreads();
}

/// The previous kernel is the distribution, or the sort of large buckets. In the latter case only block 0 waits for it,
/// at its end. If large buckets are sorted after the others, their kernel lets this one begin at once, and this one
/// waits. If the path is not tried, it reads nothing of the distribution.
template <class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_buckets(HybridJob given, Sorted outputs) {
  __shared__ std::uint32_t own[Method::most_pivots];
  // Words that the distribution does not change are read while it runs.
  HybridState& state = *given.state;
  const std::uint32_t bucket = blockIdx.x;
  const PivotsInUse in_use(state);
  const std::uint32_t n = elements_of_call<Method::plain>(given);
  const HybridJob& job = job_of_call<Method::plain>(given, n);
  const Sorted to = sorted_of_call<Method::plain>(outputs, job);
  BucketSorter<Method>::begin();  // while the loads are in flight
  if (!Method::plain && n == 0) return wait_in_first_block();
  const bool attempted = in_use.tries(n);
  const std::uint32_t buckets = in_use.buckets(job, n);
  if (bucket != 0 && (!attempted || bucket >= buckets)) return;  // block 0 waits, so no later kernel begins too early
  if constexpr (Method::hard == Hard::concurrent) {
    let_next_kernel_in();
    if (attempted) {
      if (job.template sorts_large_after<Method::plain>()) {
        wait_for_kernels_before();
      } else {
        wait_for_distribution(state);
      }
      PersistentBlock<Method>(job, to, in_use.current, buckets, own).run();
    }
    if (bucket != 0) return;
    wait_for_kernels_before();
    if (threadIdx.x == 0) state.done = attempted && state.failed == 0 && load_cg(&state.too_large) == 0 ? 1 : 0;
  } else {
    // For few elements, it is known before the distribution ends whether it uses the last call's pivots.
    const bool early = attempted && n < least_watched && in_use.suit(job, n);
    Interval interval{};
    const auto find_interval = [&](std::uint32_t of_bucket) {
      const PivotsAround around(state.pivots[in_use.current], buckets, of_bucket);
      interval = interval_of(job.scale, around, buckets, of_bucket);
    };
    if (early) find_interval(bucket);
    wait_for_kernels_before();
    if (!attempted) {
      if (threadIdx.x == 0) state.done = 0;
      return;
    }
    if (!early) find_interval(bucket);
    std::uint32_t own_bucket = bucket;
#pragma unroll 1
    while (true) {
      sort_bucket<Method>(job, to, own_bucket, buckets, in_use.current, interval, own);
      // A block has another bucket if the pivots come from a call with more elements.
      own_bucket += gridDim.x;
      if (own_bucket >= buckets) return;
      __syncthreads();
      BucketSorter<Method>::begin();
      find_interval(own_bucket);
    }
  }
}

// ---- Inputs that one block holds

/// The elements of a job; their keys are made on loading.
template <class Keys, unsigned threads, bool plain>
struct MadeWords {
  const Keys& keys;
  std::uint32_t count, index_end;
  const std::uint32_t* ids;
  template <class Function>
  __device__ __forceinline__ void for_each(Function f) const {
#pragma unroll 4
    for (std::uint32_t i = threadIdx.x; i < count; i += threads) {
      f(pack(keys.take(i), plain || ids == nullptr ? i : id_below(index_end, ids, i)));
    }
  }
};

/// One block sorts all n elements, at most Method::capacity. It uses nothing of the last call. `counts` is null if
/// later kernels count the call.
template <class Keys, class Method>
__global__ void __launch_bounds__(Method::threads, 1)
    sort_few(Keys given, ElementCount count, Ids ids, Sorted to, HistoryCounts* counts) {
  wait_for_kernels_before();
  if (threadIdx.x == 0 && counts != nullptr) count_one(counts->steady);
  const std::uint32_t n = Method::plain ? count.n : count.elements();
  if (!Method::plain && n == 0) return;
  const auto& keys = keys_of_call<Method::plain>(given);
  using Sorter = BucketSorter<Method>;
  Sorter::begin();
  std::uint32_t largest = 0, largest_inverse = 0;
#pragma unroll 4
  for (std::uint32_t i = threadIdx.x; i < n; i += Method::threads) {
    const std::uint32_t key = keys.take(i);
    if (keys.keeps()) keys.keep(i, key);
    largest = max(largest, key);
    if (key != 0) largest_inverse = max(largest_inverse, ~key);
  }
  const uint2 range = block_maxima<Method::threads>(make_uint2(largest, largest_inverse));
  const std::uint32_t index_end = Method::plain ? n : max(ids.end, n);
  const MadeWords<Keys, Method::threads, Method::plain> words{keys, n, index_end, ids_of_elements(ids)};
  to.n = n;
  const Outputs<Method::plain> outputs(to);
  const auto store = [&](std::uint32_t rank, Word word) { outputs.put(rank, word); };
  const CellMap map = CellMap::between(below_all(range.y), range.x, index_end, Method::cells);
  if (!Sorter::sort(words, n, map, store)) Sorter::sort_by_network(words, n, store);
}

}  // namespace farfirst::cuda::farfirst
