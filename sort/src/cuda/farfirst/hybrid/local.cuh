#pragma once
// The kernels that sort on chip: the buckets of the distribution, and few elements by one block.

#include <cuda_runtime.h>

#include <cstdint>

#include "bucket_sorter.cuh"
#include "cuda/farfirst/memory.cuh"
#include "cuda/prim/block.cuh"
#include "cuda/prim/overlap.cuh"
#include "halving.h"
#include "leaves.cuh"
#include "memory.h"
#include "scatter.cuh"
#include "shape.h"

namespace farfirst::cuda::farfirst {

// ---- Buckets of the distribution

/// What the distribution did, as every block finds it for itself.
struct Outcome {
  bool done;            // all elements are in buckets that fit on chip, or will be sorted in parts
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
  bool done = state.failed == 0;
  if constexpr (!Method::leaves_hard) done = __syncthreads_and(done && largest <= Method::capacity) != 0;
  const std::uint32_t calm = most_elements_of_calm(buckets, are_halved(of, buckets));
  const bool moved = buckets.may_be_halved && __syncthreads_or(largest > calm) != 0;
  return {done, moved, block_reduce<Method::threads>(before, Sum())};
}

template <Scale scale, class Method>
__global__ void __launch_bounds__(Method::threads, Method::blocks) sort_buckets(HybridJob job, Sorted to) {
  using Sorter = BucketSorter<Method>;
  __shared__ std::uint32_t own[Method::most_pivots];

  // What the distribution does not change is read while it runs.
  HybridState& state = *job.state;
  const std::uint32_t bucket = blockIdx.x, current = state.current, ready = state.ready;
  const PivotsOf first = state.of[0], second = state.of[1];
  Sorter::begin();
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
  close_ends(interval, state, of.buckets, bucket);
  const GatheredWords<Method::threads, Method::held_pairs> words(job.region_of(bucket), job.words_of(used));
  const auto [done, moved, begin] = outcome_of<Method>(state, of, job.buckets, bucket);
  if (bucket == 0 && threadIdx.x == 0) state.done = done ? 1 : 0;
  if (!done) return;

  const Spacing spacing = next_spacing(of, job.buckets, moved);
  const Leaves leaves{&state.pivots[current ^ 1], own, spacing.bits, to};
  if (bucket == 0 && threadIdx.x == 0) {
    state.of[current ^ 1] = {job.n,       buckets_for(job.n, spacing.bits), scale, spacing.bits, interval.next_map,
                             spacing.calm};
  }
  const std::uint32_t before = leaves.pivots_before(begin), count = elements_in(used);
  const CellMap map = CellMap::between(interval.low, interval.high, job.n, Method::cells);
  const auto store = [&, begin = begin](std::uint32_t rank, Word word) { leaves.store(begin + rank, before, word); };
  const bool is_here = count <= Method::capacity && !job.has_spilled(used);  // all of it
  if (!is_here || !Sorter::sort(words, count, map, store)) {
    if constexpr (Method::leaves_hard) {
      if (threadIdx.x == 0) state.hard[atomicAdd(&state.hard_buckets, 1u)] = {bucket, begin};
      return;
    } else {
      if (threadIdx.x == 0 && Method::capacity_class >= 12)
        write_shared_by_blocks(&state.slow, 1);  // others: soon done
      Sorter::sort_by_network(words, count, store);
    }
  }
  __syncthreads();
  leaves.leave_bins<scale, Method::threads>(interval.begin_bin, interval.end_bin, interval.next_map, before,
                                            leaves.pivots_before(begin + count) - before);
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
  const MadeWords<Keys, Method::threads> words{keys, n};
  const auto store = [&](std::uint32_t rank, Word word) {
    to.order[rank] = index_of(word);
    if (to.sorted_keys != nullptr) to.sorted_keys[rank] = key_of(word);
  };
  const CellMap map = CellMap::between(below_all(largest_inverse), largest, n, Method::cells);
  if (!Sorter::sort(words, n, map, store)) Sorter::sort_by_network(words, n, store);
}

}  // namespace farfirst::cuda::farfirst
