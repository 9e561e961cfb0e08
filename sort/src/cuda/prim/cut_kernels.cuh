#pragma once
// The kernels that find cuts: see cuts.cuh.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/cuts.cuh"

namespace farfirst::cuda {

/// Finds the word with this rank, by one block.
__device__ inline std::uint32_t select_in_block(const std::uint32_t* words, std::uint32_t n, std::uint32_t rank) {
  __shared__ std::uint32_t counts[256], digit, below;
  std::uint32_t prefix = 0, mask = 0;
  for (int shift = 24; shift >= 0; shift -= 8) {
    if (threadIdx.x < 256) counts[threadIdx.x] = 0;
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < n; i += choice_threads) {
      if (((words[i] ^ prefix) & mask) == 0) atomicAdd(&counts[words[i] >> shift & 255u], 1u);
    }
    __syncthreads();
    std::uint32_t total = 0;
    const std::uint32_t count = threadIdx.x < 256 ? counts[threadIdx.x] : 0;
    const std::uint32_t before = block_exclusive_sum<choice_threads>(count, total);
    if (rank >= before && rank < before + count) digit = threadIdx.x, below = before;
    __syncthreads();
    prefix |= digit << shift;
    mask |= 255u << shift;
    rank -= below;
    __syncthreads();
  }
  return prefix;
}

/// Runs a block for each end of each cut's bracket.
__global__ void __launch_bounds__(choice_threads)
    bracket_cuts(const __grid_constant__ Ranks ranks, const std::uint32_t* sample, std::uint32_t sampled, Cut* cuts) {
  const unsigned c = blockIdx.x;
  const bool is_high = blockIdx.y != 0;
  const std::int32_t rank = is_high ? ranks.high[c] : ranks.low[c];
  std::uint32_t key = is_high ? ~0u : 0;
  if (rank >= 0 && rank < static_cast<std::int32_t>(sampled)) {
    key = select_in_block(sample, sampled, static_cast<std::uint32_t>(rank));
  }
  if (threadIdx.x == 0) (is_high ? cuts[c].high : cuts[c].low) = key;
}

/// Counts and collects this GPU's keys for the cut of blockIdx.y. `inside` continues to count when the space is full.
__global__ void __launch_bounds__(cut_threads)
    narrow_cuts(const std::uint32_t* keys, std::uint32_t n, const Cut* cuts, std::uint32_t* candidates,
                std::uint32_t room, Tally* tallies) {
  auto* const staged = dynamic_shared<std::uint32_t>();
  __shared__ std::uint32_t staged_count, base;
  const std::uint32_t low = cuts[blockIdx.y].low, high = cuts[blockIdx.y].high;
  Tally& tally = tallies[blockIdx.y];
  candidates += blockIdx.y * std::size_t{room};
  std::uint32_t below = 0, low_equal = 0, high_equal = 0;
  for (std::uint32_t begin = blockIdx.x * cut_tile; begin < n; begin += gridDim.x * cut_tile) {
    if (threadIdx.x == 0) staged_count = 0;
    std::uint32_t key[cut_items];
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const std::uint32_t i = begin + k * cut_threads + threadIdx.x;
      key[k] = i < n ? keys[i] : ~0u;
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < cut_items; ++k) {
      const bool real = begin + k * cut_threads + threadIdx.x < n;
      below += real && key[k] < low ? 1 : 0;
      low_equal += real && key[k] == low ? 1 : 0;
      high_equal += real && key[k] == high && high != low ? 1 : 0;
      if (real && key[k] > low && key[k] < high) staged[atomicAdd(&staged_count, 1u)] = key[k];
    }
    __syncthreads();
    if (threadIdx.x == 0 && staged_count != 0) base = atomicAdd(&tally.inside, staged_count);
    __syncthreads();
    for (std::uint32_t i = threadIdx.x; i < staged_count; i += cut_threads) {
      if (base + i < room) candidates[base + i] = staged[i];
    }
    __syncthreads();
  }
  below = block_reduce<cut_threads>(below, Sum());
  low_equal = block_reduce<cut_threads>(low_equal, Sum());
  high_equal = block_reduce<cut_threads>(high_equal, Sum());
  if (threadIdx.x != 0) return;
  if (below != 0) atomicAdd(&tally.below, below);
  if (low_equal != 0) atomicAdd(&tally.low_equal, low_equal);
  if (high_equal != 0) atomicAdd(&tally.high_equal, high_equal);
}

/// The rank is among the keys equal to one end of the bracket, or between, or the sample was wrong. Called by one
/// thread.
__device__ inline Cut cut_within(const Cut& bracket, std::uint32_t rank, const Tally& sum) {
  Cut cut = search_all(rank);
  if (rank < sum.below) return cut;
  const std::uint32_t above_low = rank - sum.below;
  if (above_low < sum.low_equal) {
    cut.found = 1;
    cut.key = bracket.low;
    cut.equals = above_low;
    return cut;
  }
  const std::uint32_t among = above_low - sum.low_equal;
  if (among < sum.inside) {
    const std::uint32_t span = bracket.high - bracket.low - 2;
    cut.all = 0;
    cut.base = bracket.low + 1;
    cut.bits = 32 - static_cast<std::uint32_t>(__clz(span | 1u));
    cut.rank = among;
  } else if (among - sum.inside < sum.high_equal) {
    cut.found = 1;
    cut.key = bracket.high;
    cut.equals = among - sum.inside;
  }
  return cut;
}

/// A thread for each cut sums the counts of all GPUs, at `place`, if there was a sample.
__global__ void begin_search(const __grid_constant__ Ranks ranks, const __grid_constant__ Everyone everyone,
                             std::size_t place, bool has_sample, std::uint32_t room, Gate gate, Cut* cuts) {
  const unsigned c = threadIdx.x;
  if (c >= ranks.cuts) return;
  if (gate.is_shut()) {  // no search
    cuts[c].found = 1;
    return;
  }
  Tally sum{};
  bool fits = has_sample;
  for (unsigned m = 0; has_sample && m < everyone.members; ++m) {
    const Tally& of = everyone.of<Tally>(m, place)[m * most_members + c];
    sum = {sum.below + of.below, sum.low_equal + of.low_equal, sum.inside + of.inside, sum.high_equal + of.high_equal};
    fits = fits && of.inside <= room;
  }
  const std::uint32_t rank = ranks.rank[c];
  Cut cut = fits ? cut_within(cuts[c], rank, sum) : search_all(rank);
  if (rank >= ranks.n) {  // everything is below
    cut.found = 1;
    cut.key = ~0u;
    cut.equals = ~0u;
  }
  cuts[c] = cut;
}

/// Counts the next digit of this GPU's keys, for the cut of blockIdx.y.
__global__ void __launch_bounds__(cut_threads)
    count_digits(const std::uint32_t* keys, std::uint32_t n, const std::uint32_t* candidates, std::uint32_t room,
                 const Tally* tallies, const Cut* cuts, std::uint32_t* counts) {
  const Cut cut = cuts[blockIdx.y];
  if (cut.found != 0) return;
  const std::uint32_t* const words = cut.all != 0 ? keys : candidates + blockIdx.y * std::size_t{room};
  count_digit(words, cut.all != 0 ? n : tallies[blockIdx.y].inside, cut, counts + blockIdx.y * search_values);
}

/// A block for each cut chooses its next digit, from the counts of all GPUs at `place`.
__global__ void __launch_bounds__(choice_threads)
    choose_digits(const __grid_constant__ Everyone everyone, std::size_t place, Cut* cuts) {
  const Cut cut = cuts[blockIdx.x];
  if (cut.found != 0) return;
  const auto count_of = [&](unsigned value) {
    std::uint32_t count = 0;
    for (unsigned m = 0; m < everyone.members; ++m) {
      const auto* const of = everyone.of<std::uint32_t>(m, place);
      count += of[(m * search_rounds * most_members + blockIdx.x) * search_values + value];
    }
    return count;
  };
  choose_digit<choice_threads>(cut, count_of, cuts + blockIdx.x);
}

}  // namespace farfirst::cuda
