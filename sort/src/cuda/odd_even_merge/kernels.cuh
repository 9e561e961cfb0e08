#pragma once
// The passes of cuda.odd_even_merge. Each does several steps of the network (prim/odd_even_network.h) on the words of a
// thread or a block: a single step per pass would move all words through memory for one comparison each.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/odd_even_network.cuh"
#include "cuda/prim/words.h"
#include "tuning.h"

namespace farfirst::cuda::odd_even_merge {

struct Less {
  __device__ bool operator()(Word a, Word b) const { return a < b; }
};

/// Sorts tiles: all merges up to runs of a tile.
static __global__ void __launch_bounds__(tile_threads)
    sort_tiles(const std::uint32_t* __restrict__ keys, Word* __restrict__ to, std::uint32_t n) {
  __shared__ Word words[tile];
  const std::uint32_t begin = blockIdx.x * tile;
  const std::uint32_t count = min(tile, n - begin);
  for (std::uint32_t i = threadIdx.x; i < count; i += tile_threads) words[i] = pack(keys[begin + i], begin + i);
  __syncthreads();
  odd_even::sort_block(words, count, Less());
  for (std::uint32_t i = threadIdx.x; i < count; i += tile_threads) to[begin + i] = words[i];
}

/// The first steps of a merge, with distances run, run / 2, ..., 2 run / rows. If a pair of runs is seen as a table
/// with `rows` rows, they compare only elements of the same column: a column is merged like a small pair of runs.
static __global__ void __launch_bounds__(register_threads)
    merge_columns(const Word* __restrict__ from, Word* __restrict__ to, std::uint32_t n, std::uint32_t run) {
  const std::uint32_t columns = run / (rows / 2);
  const std::size_t thread = std::size_t{blockIdx.x} * register_threads + threadIdx.x;
  const std::size_t begin = thread / columns * 2 * run + thread % columns;
  if (begin >= n) return;
  Word words[rows];
#pragma unroll
  for (unsigned row = 0; row < rows; ++row) {
    const std::size_t place = begin + std::size_t{row} * columns;
    words[row] = place < n ? from[place] : padding;
  }
  odd_even::merge_registers<rows>(words, rows / 2, Less());
#pragma unroll
  for (unsigned row = 0; row < rows; ++row) {
    const std::size_t place = begin + std::size_t{row} * columns;
    if (place < n) to[place] = words[row];
  }
}

/// Later steps of a merge: distances unit * 2^(steps - 1), ..., unit. A thread takes elements that lie `unit`
/// apart, and as many more on both sides as the steps reach. Words that never move replace those beyond the pair of
/// runs.
template <unsigned steps>
__global__ void __launch_bounds__(register_threads)
    merge_lattice(const Word* __restrict__ from, Word* __restrict__ to, std::uint32_t n, std::uint32_t run,
                  std::uint32_t unit) {
  constexpr unsigned side = 1u << most_steps, reach = (1u << steps) - 1;
  static_assert(steps <= most_steps && outputs % (2 * side) == 0);
  const std::size_t thread = std::size_t{blockIdx.x} * register_threads + threadIdx.x;
  const std::size_t begin = thread / unit * unit * outputs + thread % unit;
  if (begin >= n) return;
  const std::size_t pair = 2 * std::size_t{run};
  const std::size_t pair_begin = begin / pair * pair;
  const std::size_t pair_end = min(pair_begin + pair, std::size_t{n});
  Word words[side + outputs + side];
#pragma unroll
  for (unsigned i = side - reach; i < side + outputs + reach; ++i) {
    const std::size_t shifted = begin + std::size_t{i} * unit;  // by side * unit
    const bool below = shifted < pair_begin + std::size_t{side} * unit;
    const bool above = shifted >= pair_end + std::size_t{side} * unit;
    words[i] = below ? 0 : above ? padding : from[shifted - std::size_t{side} * unit];
  }
#pragma unroll
  for (unsigned distance = 1u << (steps - 1); distance > 0; distance /= 2) {
#pragma unroll
    for (unsigned i = side - reach; i + distance < side + outputs + reach; ++i) {
      if (i / distance % 2 == 1) odd_even::exchange(words[i], words[i + distance], Less());
    }
  }
#pragma unroll
  for (unsigned i = 0; i < outputs; ++i) {
    const std::size_t place = begin + std::size_t{i} * unit;
    if (place < n) to[place] = words[side + i];
  }
}

/// The last steps of a merge: distances `distance`, distance / 2, ..., 1, on a window in shared memory.
static __global__ void __launch_bounds__(window_threads)
    merge_windows(const Word* __restrict__ from, Word* __restrict__ to, std::uint32_t n, std::uint32_t run,
                  std::uint32_t distance) {
  Word* words = dynamic_shared<Word>();
  const std::size_t shifted = std::size_t{blockIdx.x} * window_output;  // by the margin
  for (std::uint32_t i = threadIdx.x; i < window; i += window_threads) {
    const std::size_t place = shifted + i;
    const bool below = place < window_margin;
    const bool above = place >= std::size_t{n} + window_margin;
    words[i] = below ? 0 : above ? padding : from[place - window_margin];
  }
  __syncthreads();
  for (; distance > 0; distance /= 2) {
    for (std::uint32_t c = threadIdx.x; c < window / 2; c += window_threads) {
      const std::uint32_t low = distance + 2 * c - (c & (distance - 1)), high = low + distance;
      const std::size_t place = shifted + high - window_margin;
      const bool crosses = (place & (2 * std::size_t{run} - 1)) < distance;  // into the next pair of runs
      if (high >= window || crosses) continue;
      odd_even::exchange_in_memory(words[low], words[high], Less());
    }
    __syncthreads();
  }
  for (std::uint32_t i = threadIdx.x; i < window_output; i += window_threads) {
    if (shifted + i < n) to[shifted + i] = words[window_margin + i];
  }
}

}  // namespace farfirst::cuda::odd_even_merge
