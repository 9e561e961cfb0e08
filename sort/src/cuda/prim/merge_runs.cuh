#pragma once
// The kernels of a level of a merge tree: see merge_runs.h. Only merge_runs.cu includes this: a kernel template that
// two sources instantiate is two kernels, with separate limits of shared memory.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/items.h"
#include "cuda/prim/merge_block.cuh"
#include "cuda/prim/ranks.h"

namespace farfirst::cuda {

/// The order of the runs. (key, index) or (key, value) words are ordered by their keys. Of equal keys those of A come
/// first, so a merge keeps the sequence of equal keys, and comparing 32 bits is enough.
template <class Items>
struct ByKey {
  FARFIRST_HOST_DEVICE bool operator()(typename Items::Item a, typename Items::Item b) const { return a < b; }
};
template <>
struct ByKey<items::Words> {
  FARFIRST_HOST_DEVICE bool operator()(Word a, Word b) const { return key_of(a) < key_of(b); }
};

// ------------------------------------------------------------------------------------------------------------- cutting

inline constexpr unsigned cut_threads = 128;  // a warp per cut

/// first_false() by a warp: 32 places at a time, since they are in global memory and each round waits for it.
template <class Predicate>
__device__ std::uint32_t first_false_by_warp(std::uint32_t low, std::uint32_t high, const Predicate& holds) {
  SearchRound round{low, high};
  while (round.low < round.high) {
    const std::uint32_t place = round.place(lane_of_thread());
    const bool here = place < round.high - round.low && holds(round.low + place);
    round = round.after(static_cast<std::uint32_t>(__popc(__ballot_sync(all_lanes, here ? 1 : 0))));
  }
  return round.low;
}

/// Launched with a warp for each part: cuts[i] is the begin of part i.
template <class Items>
__global__ void __launch_bounds__(cut_threads)
    cut_runs(MergeLevel level, const typename Items::Item* __restrict__ items, std::uint32_t parts,
             Cut* __restrict__ cuts) {
  using Item = typename Items::Item;
  using Less = ByKey<Items>;
  const std::uint32_t number = blockIdx.x * (cut_threads / warp_threads) + warp_of_thread();
  if (number >= parts) return;
  const std::uint32_t pair_number = number / level.parts_per_pair();
  const std::uint32_t first = pair_number * level.parts_per_pair();
  const RunPair pair = level.pair(pair_number);
  const Item* a = items + pair.begin;
  const Item* b = a + pair.a;
  std::uint32_t part = number - first;
  Cut cut;
  if (!level.by_samples) {
    const std::uint32_t rank = part * level.distance;
    const Range range = split_range(rank, pair.a, pair.b);
    cut.a = first_false_by_warp(range.low, range.high, IsBeforeRank<const Item*, const Item*, Less>{a, b, rank, {}});
    cut.b = rank - cut.a;
  } else if (const std::uint32_t samples_of_a = parts_of(pair.a, level.distance); part < samples_of_a) {
    cut.a = part * level.distance;
    cut.b = first_false_by_warp(0, pair.b, IsLess<const Item*, Item, Less>{b, a[cut.a], {}});
    part = part_of_sample(part, cut.b, level.distance);
  } else {
    part -= samples_of_a;
    cut.b = part * level.distance;
    cut.a = first_false_by_warp(0, pair.a, IsNotGreater<const Item*, Item, Less>{a, b[cut.b], {}});
    part = part_of_sample(part, cut.a, level.distance);
  }
  if (lane_of_thread() == 0) cuts[first + part] = cut;
}

// ------------------------------------------------------------------------------------------------------------- merging

/// A part of the merge of a pair of runs.
struct MergePart {
  std::uint32_t first_a, first_b;  // among the items
  std::uint32_t count_a, count;    // of A, of both
  std::uint32_t begin;             // in the result

  __device__ MergePart(const MergeLevel& level, const Cut* cuts, std::uint32_t number) {
    const std::uint32_t pair_number = number / level.parts_per_pair();
    const RunPair pair = level.pair(pair_number);
    const bool last = number + 1 - pair_number * level.parts_per_pair() == level.parts(pair);
    const Cut from = cuts[number];
    const Cut to = last ? Cut{pair.a, pair.b} : cuts[number + 1];
    first_a = pair.begin + from.a;
    first_b = pair.begin + pair.a + from.b;
    count_a = to.a - from.a;
    count = count_a + (to.b - from.b);
    begin = pair.begin + from.a + from.b;
  }
  /// The place, among the items, of the part's i-th: first those of A, then those of B.
  __device__ std::uint32_t place(std::uint32_t i) const { return i + (i < count_a ? first_a : first_b - count_a); }
};

inline constexpr unsigned most_merge_threads = 512;
inline constexpr unsigned ranking_threads = 256;  // as published

/// Each thread merges 16 neighbours of the result one by one.
template <class Items, class To>
__global__ void __launch_bounds__(most_merge_threads, 2)
    merge_runs_serially(MergeLevel level, const typename Items::Item* __restrict__ from, const Cut* __restrict__ cuts,
                        To to) {
  using Item = typename Items::Item;
  const Skewed<Item> items{dynamic_shared<Item>()};
  const MergePart part(level, cuts, blockIdx.x);
  Item own[merged_per_thread];
#pragma unroll
  for (unsigned k = 0; k < merged_per_thread; ++k) {  // all loads are in flight before the first is needed
    const std::uint32_t i = k * blockDim.x + threadIdx.x;
    if (i < part.count) own[k] = from[part.place(i)];
  }
#pragma unroll
  for (unsigned k = 0; k < merged_per_thread; ++k) {
    const std::uint32_t i = k * blockDim.x + threadIdx.x;
    if (i < part.count) items[i] = own[k];
  }
  __syncthreads();
  const std::uint32_t rank = min(threadIdx.x * merged_per_thread, part.count);
  const std::uint32_t a =
      split_at(rank, items, part.count_a, items.from(part.count_a), part.count - part.count_a, ByKey<Items>());
  merge_serially(items, a, part.count_a, part.count_a + rank - a, part.count, own, ByKey<Items>());
  __syncthreads();
  put_merged(items, own);
  __syncthreads();
#pragma unroll 8
  for (unsigned k = 0; k < merged_per_thread; ++k) {
    const std::uint32_t i = k * blockDim.x + threadIdx.x;
    if (i < part.count) to(part.begin + i, items[i]);
  }
}

/// The published merge: a thread takes an element and finds its rank by binary search in the other run.
template <class Items, class To>
__global__ void __launch_bounds__(ranking_threads)
    merge_runs_by_ranks(MergeLevel level, const typename Items::Item* __restrict__ from, const Cut* __restrict__ cuts,
                        To to) {
  using Item = typename Items::Item;
  using Less = ByKey<Items>;
  const MergePart part(level, cuts, blockIdx.x);
  Item* a = dynamic_shared<Item>();
  const Item* b = a + part.count_a;
  Item* merged = a + part.count;
  for (std::uint32_t i = threadIdx.x; i < part.count; i += blockDim.x) a[i] = from[part.place(i)];
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < part.count; i += blockDim.x) {
    const bool of_a = i < part.count_a;
    const Item item = a[i];
    const std::uint32_t in_other =
        of_a ? rank_of_a(b, part.count - part.count_a, item, Less()) : rank_of_b(a, part.count_a, item, Less());
    merged[(of_a ? i : i - part.count_a) + in_other] = item;
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < part.count; i += blockDim.x) to(part.begin + i, merged[i]);
}

/// The destination of a level's result: items for the next level, or the job's buffers.
template <class Item>
struct ToItems {
  Item* items;
  __device__ void operator()(std::uint32_t i, Item item) const { items[i] = item; }
};
template <class Items>
struct ToJob {
  items::Sink sink;
  __device__ void operator()(std::uint32_t i, typename Items::Item item) const { Items::store(sink, i, item); }
};

}  // namespace farfirst::cuda
