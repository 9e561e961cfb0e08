#pragma once
// The kernels that sort on chip: the buckets of the distribution, and few elements by one block.

#include <cuda_runtime.h>
#include <farfirst/sort.h>

#include <cstdint>

#include "bucket_sorter.cuh"
#include "cuda/farfirst/memory.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/overlap.cuh"
#include "leaves.cuh"
#include "memory.h"
#include "scatter.cuh"
#include "shape.h"

namespace farfirst::cuda::farfirst {

// ---- Buckets of the distribution

/// The result of the distribution, which every block finds for itself.
struct Outcome {
  bool done;            // all elements are in buckets that fit on chip or will be sorted in parts
  std::uint32_t begin;  // of this block's bucket in the order
};

/// Has barriers, the last one at the end.
template <class Method>
__device__ __forceinline__ Outcome outcome_of(const HybridState& state, const PivotsOf& of, std::uint32_t bucket) {
  std::uint32_t before = 0, largest = 0;
  for (std::uint32_t b = threadIdx.x; b < of.buckets; b += Method::threads) {
    const std::uint32_t count = elements_in(state.used[b]);
    largest = max(largest, count);
    before += b < bucket ? count : 0;
  }
  bool done = state.failed == 0;
  if constexpr (Method::hard == Hard::never) done = __syncthreads_and(done && largest <= Method::capacity) != 0;
  return {done, block_reduce<Method::threads>(before, Sum())};
}

/// Sorts a bucket, and leaves pivots and bins for the next call. `interval` holds what is known before the distribution
/// ends.
template <Scale scale, class Method>
__device__ __forceinline__ void sort_bucket(const HybridJob& job, Sorted to, std::uint32_t bucket, const PivotsOf& of,
                                            Interval interval, std::uint32_t* own) {
  using Sorter = BucketSorter<Method>;
  HybridState& state = *job.state;
  const Used used = state.used[bucket];
  close_ends(interval, state, of.buckets, bucket);
  const GatheredWords<Method::threads, Method::held_pairs> words(job.region_of(bucket), job.words_of(used));
  const auto [done, begin] = outcome_of<Method>(state, of, bucket);
  if (Method::hard != Hard::around && bucket == 0 && threadIdx.x == 0) state.done = done ? 1 : 0;
  if (!done) return;

  const std::uint32_t bits = job.buckets.bits, next = state.current ^ 1;
  const Leaves<Method::plain> leaves{&state.pivots[next], own, bits, to};
  if (bucket == 0 && threadIdx.x == 0) {
    state.of[next] = {job.n, buckets_for(job.n, bits), scale, bits, interval.next_map};
  }
  const std::uint32_t before = leaves.pivots_before(begin), count = elements_in(used);
  const CellMap map =
      CellMap::between(interval.low, interval.high, job.template index_end<Method::plain>(), Method::cells);
  const auto store = [&, begin = begin](std::uint32_t rank, Word word) { leaves.store(begin + rank, before, word); };
  const bool is_large = Method::hard != Hard::never && job.is_large(used);
  if (Method::hard == Hard::around && is_large) return;  // another kernel sorts it
  if (is_large || !Sorter::sort(words, count, map, store)) {
    if constexpr (Method::hard != Hard::never) {
      if (threadIdx.x == 0) state.hard[atomicAdd(&state.hard_buckets, 1u)] = {bucket, begin};
      return;
    } else {
      // The smallest buckets are sorted soon.
      const bool is_slow = Method::capacity_class > 10 && count > Sorter::most_soon_sorted;
      if (threadIdx.x == 0 && is_slow) store_volatile(&state.slow, 1);
      Sorter::sort_by_network(words, count, store);
    }
  }
  __syncthreads();
  leaves.template leave_bins<scale, Method::threads>(interval.begin_bin, interval.end_bin, interval.next_map, before,
                                                     leaves.pivots_before(begin + count) - before);
}

/// The kernel before is the distribution, or the sort of large buckets. All blocks of the latter wait for the
/// distribution before they let this kernel begin; so this kernel need not wait for it again, and only block 0 waits,
/// at its end, for the large buckets.
template <Scale scale, class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_buckets(HybridJob given, Sorted outputs) {
  __shared__ std::uint32_t own[Method::most_pivots];
  // Words that the distribution does not change are read while it runs.
  HybridState& state = *given.state;
  const std::uint32_t bucket = blockIdx.x, current = state.current, ready = state.ready;
  const PivotsOf first = state.of[0], second = state.of[1];
  const HybridJob& job = job_of_call<Method::plain>(given);
  if (!Method::plain && job.n == 0) return wait_in_first_block();
  const Sorted to = sorted_of_call<Method::plain>(outputs, job);
  BucketSorter<Method>::begin();
  const PivotsOf of = current == 0 ? first : second;
  const bool attempted = ready != 0 && are_of_use<scale>(of, job, job.n);
  if (bucket != 0 && (!attempted || bucket >= of.buckets))
    return;  // block 0 waits, so no later kernel begins too early
  Interval interval{};
  if (attempted) interval = interval_of<scale>(state.pivots[current], of.buckets, bucket);
  if constexpr (Method::hard == Hard::around) {
    let_next_kernel_in();
    if (attempted) sort_bucket<scale, Method>(job, to, bucket, of, interval, own);
    if (bucket != 0) return;
    wait_for_kernels_before();
    if (threadIdx.x == 0) state.done = attempted && state.failed == 0 && load_cg(&state.too_large) == 0 ? 1 : 0;
  } else {
    wait_for_kernels_before();
    if (attempted) return sort_bucket<scale, Method>(job, to, bucket, of, interval, own);
    if (threadIdx.x == 0) state.done = 0;
  }
}

// ---- Elements that one block holds

/// The elements of a job, whose keys are made on loading.
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

/// One block sorts all n elements, at most Method::capacity. It needs nothing of the call before, so it never has to do
/// without. `counts` is null if more kernels follow, which count the call.
template <class Keys, class Method>
__global__ void __launch_bounds__(Method::threads, 1)
    sort_few(Keys keys, Extent extent, Ids ids, Sorted to, HistoryCounts* counts) {
  wait_for_kernels_before();
  if (threadIdx.x == 0 && counts != nullptr) count_one(counts->steady);
  const std::uint32_t n = Method::plain ? extent.n : extent.elements();
  if (!Method::plain && n == 0) return;
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
  largest = block_reduce<Method::threads>(largest, Maximum());
  largest_inverse = block_reduce<Method::threads>(largest_inverse, Maximum());
  const std::uint32_t index_end = Method::plain ? n : max(ids.end, n);
  const MadeWords<Keys, Method::threads, Method::plain> words{keys, n, index_end, ids_of_elements(ids)};
  to.n = n;
  const auto store = [&](std::uint32_t rank, Word word) { put<Method::plain>(to, rank, word); };
  const CellMap map = CellMap::between(below_all(largest_inverse), largest, index_end, Method::cells);
  if (!Sorter::sort(words, n, map, store)) Sorter::sort_by_network(words, n, store);
}

}  // namespace farfirst::cuda::farfirst
