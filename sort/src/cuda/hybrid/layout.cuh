#pragma once
// The layout of sublists: one after the other in the result, and in a padded array in which each begins at a whole
// vector (journal version section 6, "Mergesorting lists of arbitrary sizes"). Partitions and merging share it.

#include <cuda_runtime.h>
#include <farfirst/keys.h>

#include "cuda/prim/block.cuh"
#include "tuning.h"

namespace farfirst::cuda::hybrid {

/// The sublists: items [begin[s], begin[s + 1]) of the result, which begin at padded[s] in the padded array.
struct Sublists {
  const std::uint32_t* begin;
  const std::uint32_t* padded;
  std::uint32_t number;

  __device__ std::uint32_t length(std::uint32_t s) const { return begin[s + 1] - begin[s]; }
  __device__ std::uint32_t padded_length(std::uint32_t s) const { return padded[s + 1] - padded[s]; }
};

/// A round of counting: it is needed if the longest sublist of the last round was too long.
struct Round {
  std::uint32_t* longest;  // of each round, padded; 0 if there was no such round
  unsigned number;
  std::uint32_t equal;  // the longest length that is sufficiently equal

  __device__ bool needed() const { return number == 0 || longest[number - 1] > equal; }
};

/// The elements that a block takes at once.
FARFIRST_HOST_DEVICE constexpr std::uint32_t elements_of(unsigned threads) { return threads * elements_per_thread; }

/// The outputs of the layout.
template <class Item>
struct Layout {
  std::uint32_t* begin;      // Sublists::begin
  std::uint32_t* padded;     // Sublists::padded
  std::uint32_t* at_window;  // the sublist in which each window of the padded array begins
  Item* smallest;            // prepared for measure_sublists, unless null
  Item* largest;
};

/// The prefix sums of the sublists' sizes, once as they are and once with each size rounded up to whole vectors.
/// counts[s] is the size of sublist s.
template <class Item, unsigned width, class Counts>
__global__ void __launch_bounds__(layout_threads)
    lay_out(Round round, Counts counts, std::uint32_t sublists, Layout<Item> out) {
  if (!round.needed()) return;
  const auto whole = [](std::uint32_t count) { return (count + width - 1) / width * width; };
  const std::uint32_t base = blockIdx.x * layout_threads, s = base + threadIdx.x;
  std::uint32_t sum = 0, padded_sum = 0;
  for (std::uint32_t b = threadIdx.x; b < base; b += layout_threads) {
    sum += counts[b];
    padded_sum += whole(counts[b]);
  }
  std::uint32_t lower, padded_lower, total;
  block_exclusive_sum<layout_threads>(sum, lower);
  block_exclusive_sum<layout_threads>(padded_sum, padded_lower);
  const std::uint32_t count = s < sublists ? counts[s] : 0;
  const std::uint32_t begin = lower + block_exclusive_sum<layout_threads>(count, total);
  const std::uint32_t padded = padded_lower + block_exclusive_sum<layout_threads>(whole(count), total);
  const std::uint32_t longest = block_reduce<layout_threads>(whole(count), Maximum());
  if (threadIdx.x == 0) atomicMax(&round.longest[round.number], longest);
  if (s >= sublists) return;
  out.begin[s] = begin;
  out.padded[s] = padded;
  const std::uint32_t end = padded + whole(count);
  for (std::uint32_t w = (padded + window - 1) / window; w * window < end; ++w) out.at_window[w] = s;
  if (s + 1 == sublists) {
    out.begin[sublists] = begin + count;
    out.padded[sublists] = end;
  }
  if (out.smallest != nullptr) {
    out.smallest[s] = static_cast<Item>(~Item{0});
    out.largest[s] = 0;
  }
}

/// Padding to the end of each sublist.
template <class Form>
__device__ void pad(const Sublists& sublists, typename Form::Item* out) {
  const std::uint32_t threads = gridDim.x * blockDim.x;
  for (std::uint32_t s = blockIdx.x * blockDim.x + threadIdx.x; s < sublists.number; s += threads) {
    const std::uint32_t end = sublists.padded[s + 1];
    for (std::uint32_t i = sublists.padded[s] + sublists.length(s); i < end; ++i) out[i] = Form::pad;
  }
}

}  // namespace farfirst::cuda::hybrid
