#pragma once
// The vector mergesort of all sublists: in global memory, pass by pass, as in the papers, and the same passes in shared
// memory. Sintorn, Assarsson, journal version sections 4 and 6 (workshop version sections III and V).
//
// Lengths are in vectors unless a name says items. A run is a sorted list of a pass; every sublist begins a run.

#include <cuda_runtime.h>

#include "layout.cuh"
#include "vectors.h"

namespace farfirst::cuda::hybrid {

/// The longest sublist, padded, after each round of counting; 0 if there was no such round.
struct Longest {
  const std::uint32_t* of_round;
  unsigned rounds;

  /// The value of the last round that took place.
  __device__ std::uint32_t items() const {
    std::uint32_t longest = 0;
    for (unsigned r = 0; r < rounds && of_round[r] != 0; ++r) longest = of_round[r];
    return longest;
  }
};

/// A sublist longer than `first_run` reaches global memory with sorted runs of that length; passes double them.
struct LongSublists {
  Sublists sublists;
  Longest longest;
  std::uint32_t first_run;

  __device__ bool any_above(std::uint32_t vectors, unsigned width) const { return longest.items() > vectors * width; }
};

/// The buffer, 0 or 1, that holds a sublist of `length` after all its passes. The passes begin in buffer 0.
__device__ inline unsigned final_buffer(std::uint32_t length, std::uint32_t first_run) {
  unsigned passes = 0;
  for (std::uint32_t run = first_run; run < length; run *= 2) ++passes;
  return passes % 2;
}

/// The first step of merging in global memory: every vector is sorted by itself.
template <class Item, unsigned width>
__global__ void __launch_bounds__(small_threads) sort_vectors(Vector<Item, width>* vectors, Sublists sublists) {
  const std::uint32_t number = sublists.padded[sublists.number] / width;
  const std::uint32_t v = blockIdx.x * small_threads + threadIdx.x;
  if (v >= number) return;
  Vector<Item, width> vector = vectors[v];
  sort_elements(vector);
  vectors[v] = vector;
}

/// A pass over all sublists longer than `run`: one thread merges one pair of runs. Block y is the sublist, or several
/// sublists if one has fewer pairs than a block has threads; there may be more sublists than blocks y. `pairs`, a power
/// of two, is the number of threads for each sublist.
template <class Item, unsigned width>
__global__ void __launch_bounds__(merge_threads)
    merge_pass(LongSublists from, Vector<Item, width>* in, Vector<Item, width>* out, std::uint32_t run,
               std::uint32_t pairs) {
  if (!from.any_above(run, width)) return;
  const std::uint32_t in_block = min(pairs, merge_threads), sublists_of_block = merge_threads / in_block;
  const std::uint32_t first_pair = blockIdx.x * in_block + threadIdx.x % in_block;
  for (std::uint32_t y = blockIdx.y; y * sublists_of_block < from.sublists.number; y += gridDim.y) {
    const std::uint32_t s = y * sublists_of_block + threadIdx.x / in_block;
    if (s >= from.sublists.number) break;
    const std::uint32_t length = from.sublists.padded_length(s) / width;
    if (length <= run) continue;
    const std::uint32_t offset = from.sublists.padded[s] / width;
    for (std::uint32_t pair = first_pair; std::uint64_t{pair} * 2 * run < length; pair += gridDim.x * in_block) {
      const std::uint32_t begin = pair * 2 * run;
      merge_lists(in + offset, out + offset, begin, min(begin + run, length), min(begin + 2 * run, length));
    }
  }
}

/// The passes from runs of `run` on, for the few sublists that are longer: each by one block. `flip` is the number of
/// the buffer that holds the runs.
template <class Item, unsigned width>
__global__ void __launch_bounds__(long_threads)
    merge_long(LongSublists from, Vector<Item, width>* zero, Vector<Item, width>* one, std::uint32_t first,
               unsigned flip) {
  if (!from.any_above(first, width)) return;
  for (std::uint32_t s = blockIdx.x; s < from.sublists.number; s += gridDim.x) {
    const std::uint32_t length = from.sublists.padded_length(s) / width;
    const std::uint32_t offset = from.sublists.padded[s] / width;
    unsigned buffer = flip;
    for (std::uint64_t run = first; run < length; run *= 2, buffer ^= 1) {
      const Vector<Item, width>* in = (buffer == 0 ? zero : one) + offset;
      Vector<Item, width>* out = (buffer == 0 ? one : zero) + offset;
      for (std::uint64_t begin = threadIdx.x * 2 * run; begin < length; begin += long_threads * 2 * run) {
        const auto middle = static_cast<std::uint32_t>(min(begin + run, std::uint64_t{length}));
        const auto end = static_cast<std::uint32_t>(min(begin + 2 * run, std::uint64_t{length}));
        merge_lists(in, out, static_cast<std::uint32_t>(begin), middle, end);
      }
      __syncthreads();
    }
  }
}

/// Writes sublists longer than `first_run` to the output, without their padding.
template <class Form>
__global__ void __launch_bounds__(small_threads)
    finish_long(LongSublists from, unsigned width, const typename Form::Item* zero, const typename Form::Item* one,
                bool all, typename Form::Out out) {
  if (!all && !from.any_above(from.first_run, width)) return;
  for (std::uint32_t s = blockIdx.y; s < from.sublists.number; s += gridDim.y) {
    const std::uint32_t padded = from.sublists.padded_length(s), length = from.sublists.length(s);
    if (!all && padded <= from.first_run * width) continue;
    const typename Form::Item* items = final_buffer(padded / width, from.first_run) == 0 ? zero : one;
    items += from.sublists.padded[s] + (Form::pads_first ? padded - length : 0);
    const std::uint32_t begin = from.sublists.begin[s];
    for (std::uint32_t i = blockIdx.x * small_threads + threadIdx.x; i < length; i += gridDim.x * small_threads) {
      Form::put(out, begin + i, items[i]);
    }
  }
}

/// A piece in shared memory, in items.
struct Piece {
  std::uint32_t sublist;
  std::uint16_t begin;  // in shared memory
  std::uint16_t length;
};
inline constexpr std::uint32_t held = window + piece;  // items of a block

template <class Item, unsigned width>
struct PieceShared {
  Vector<Item, width> buffers[2][held / width];
  Piece pieces[window / width];
  std::uint32_t number;
  std::uint32_t longest;     // of the pieces, in items
  std::uint32_t begin, end;  // of all of them
};

/// Lists the pieces that begin in the block's window of the padded array, [begin, begin + window). They lie side by
/// side; the end of a piece of the previous block may precede the first.
template <class Item, unsigned width>
__device__ void list_pieces(const Sublists& sublists, std::uint32_t first, std::uint32_t begin,
                            PieceShared<Item, width>& shared) {
  if (threadIdx.x == 0) {
    shared.number = shared.longest = shared.end = 0;
    shared.begin = window;
  }
  __syncthreads();
  for (std::uint32_t s = first + threadIdx.x; s < sublists.number; s += piece_threads) {
    const std::uint32_t from = sublists.padded[s], to = sublists.padded[s + 1];
    if (from >= begin + window) break;
    std::uint32_t at = from >= begin ? from : from + (begin - from + piece - 1) / piece * piece;
    for (; at < to && at < begin + window; at += piece) {
      const std::uint32_t length = min(piece, to - at);
      shared.pieces[atomicAdd(&shared.number, 1u)] = {s, static_cast<std::uint16_t>(at - begin),
                                                      static_cast<std::uint16_t>(length)};
      atomicMax(&shared.longest, length);
      atomicMin(&shared.begin, at - begin);
      atomicMax(&shared.end, at - begin + length);
    }
  }
  __syncthreads();
}

/// One pass over all pieces: one thread merges one pair of runs.
template <class Item, unsigned width>
__device__ void merge_pieces(const PieceShared<Item, width>& shared, const Vector<Item, width>* in,
                             Vector<Item, width>* out, std::uint32_t run) {
  const std::uint32_t pairs = (shared.longest / width + 2 * run - 1) / (2 * run);
  for (std::uint32_t task = threadIdx.x; task < shared.number * pairs; task += piece_threads) {
    const Piece own = shared.pieces[task / pairs];
    const std::uint32_t first = own.begin / width, end = first + own.length / width;
    const std::uint32_t begin = first + task % pairs * 2 * run;
    if (begin < end) merge_lists(in, out, begin, min(begin + run, end), min(begin + 2 * run, end));
  }
}

/// Sorts every piece of a window of the padded array, in shared memory. Whole sublists go to the output, without their
/// padding; parts of longer ones go back, as runs for the passes in global memory.
template <class Form, unsigned width>
__global__ void __launch_bounds__(piece_threads)
    sort_pieces(typename Form::Item* items, Sublists sublists, const std::uint32_t* at_window, typename Form::Out out) {
  using Item = typename Form::Item;
  auto& shared = *dynamic_shared<PieceShared<Item, width>>();
  const std::uint32_t begin = blockIdx.x * window;
  if (begin >= sublists.padded[sublists.number]) return;
  list_pieces(sublists, at_window[blockIdx.x], begin, shared);
  auto* vectors = reinterpret_cast<Vector<Item, width>*>(items + begin);
  const std::uint32_t last = shared.end / width;
  for (std::uint32_t v = shared.begin / width + threadIdx.x; v < last; v += piece_threads) {
    Vector<Item, width> vector = vectors[v];
    sort_elements(vector);
    shared.buffers[0][v] = vector;
  }
  __syncthreads();
  unsigned buffer = 0;
  for (std::uint32_t run = 1; run < shared.longest / width; run *= 2, buffer ^= 1) {
    merge_pieces(shared, shared.buffers[buffer], shared.buffers[buffer ^ 1], run);
    __syncthreads();
  }
  const Item* sorted = shared.buffers[buffer][0].lane;
  for (std::uint32_t p = warp_of_thread(); p < shared.number; p += piece_threads / warp_threads) {
    const Piece own = shared.pieces[p];
    const std::uint32_t padded = sublists.padded_length(own.sublist), length = sublists.length(own.sublist);
    if (padded <= piece) {
      const Item* real = sorted + own.begin + (Form::pads_first ? padded - length : 0);
      const std::uint32_t to = sublists.begin[own.sublist];
      for (std::uint32_t i = lane_of_thread(); i < length; i += warp_threads) Form::put(out, to + i, real[i]);
    } else {
      for (std::uint32_t i = lane_of_thread(); i < own.length; i += warp_threads) {
        items[begin + own.begin + i] = sorted[own.begin + i];
      }
    }
  }
}

}  // namespace farfirst::cuda::hybrid
