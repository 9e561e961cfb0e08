#pragma once
// The kernels of GPU-Quicksort: Algorithm 2 (phase one, in both variants of block synchronisation) and Algorithm 3
// (phase two).

#include <cuda_runtime.h>

#include "cuda/prim/bitonic_network.cuh"
#include "forms.h"
#include "partition_twice.cuh"
#include "sequences.h"

namespace farfirst::cuda::quicksort {

inline constexpr unsigned most_threads = 1024;  // of a block, in all kernels

// ---- Phase one

struct Plus {
  __device__ std::uint32_t operator()(std::uint32_t a, std::uint32_t b) const { return a + b; }
};

/// The extremes of all threads of the block, in all of them.
template <class Word>
__device__ Extremes<Word> of_block(Extremes<Word> own) {
  __shared__ Word largest, smallest;
  if (threadIdx.x == 0) {
    largest = Extremes<Word>().largest;
    smallest = Extremes<Word>().smallest;
  }
  __syncthreads();
  own.largest = warp_reduce(own.largest, Maximum());
  own.smallest = warp_reduce(own.smallest, Minimum());
  if (lane_of_thread() == 0) {
    atomicMax(&largest, own.largest);
    atomicMin(&smallest, own.smallest);
  }
  __syncthreads();
  return {largest, smallest};
}

/// The bounds of the input, for the first pivot.
template <class Form>
__global__ void __launch_bounds__(most_threads)
    find_bounds(const typename Form::Key* __restrict__ keys, std::uint32_t n, Sequence<typename Form::Word>* sequence) {
  Extremes<typename Form::Word> bounds;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
#pragma unroll 4
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    const auto word = Form::word(keys[i], static_cast<std::uint32_t>(i));
    bounds.largest = max(bounds.largest, word);
    bounds.smallest = min(bounds.smallest, word);
  }
  bounds = of_block(bounds);
  if (threadIdx.x != 0) return;
  atomicMax(&sequence->largest, bounds.largest);
  atomicMin(&sequence->smallest, bounds.smallest);
}

template <class Form, class Source>
__device__ typename Form::Word pivot_of(const Source& source, const Sequence<typename Form::Word>& sequence) {
  return pivot_of<Form>(source, sequence.begin, sequence.end, sequence.smallest, sequence.largest, sequence.rule);
}

/// Block synchronisation by fetch-and-add: one kernel per round.
template <class Form, class Source, bool twice>
__global__ void __launch_bounds__(most_threads)
    partition_sections(Source source, typename Form::Word* target, const Section* __restrict__ sections,
                       Sequence<typename Form::Word>* sequences) {
  using Word = typename Form::Word;
  const Section section = sections[blockIdx.x];
  Sequence<Word>& sequence = sequences[section.sequence];
  const Word pivot = pivot_of<Form>(source, sequence);
  SharedRoom<Word> room{&sequence};
  Extremes<Word> extremes;
  partition_by<twice>(source, section.begin, section.end, pivot, target, room, extremes);
  extremes = of_block(extremes);
  if (threadIdx.x != 0) return;
  atomicMax(&sequence.lower_largest, extremes.largest);
  atomicMin(&sequence.upper_smallest, extremes.smallest);
  if (section.begin == sequence.begin) sequence.pivot = pivot;
}

/// Block synchronisation by the host: the first kernel of a round counts. The host computes the cumulative sum.
template <class Form, class Source>
__global__ void __launch_bounds__(most_threads)
    count_sections(Source source, const Section* __restrict__ sections, Sequence<typename Form::Word>* sequences,
                   SectionCount<typename Form::Word>* counts) {
  using Word = typename Form::Word;
  __shared__ std::uint32_t lower, upper;
  if (threadIdx.x == 0) lower = upper = 0;
  const Section section = sections[blockIdx.x];
  Sequence<Word>& sequence = sequences[section.sequence];
  const Word pivot = pivot_of<Form>(source, sequence);
  Extremes<Word> extremes;
  std::uint32_t own_lower = 0, own_upper = 0;
  for (std::uint32_t first = first_tile<Word>(section.begin); first < section.end; first += tile_size<Word>()) {
    Tile<Word> tile;
    tile.load(source, first, section.begin, section.end, pivot);
#pragma unroll
    for (const Word word : tile.words) {
      own_lower += word < pivot ? 1 : 0;
      own_upper += word > pivot ? 1 : 0;
      extremes.see(word, pivot);
    }
  }
  extremes = of_block(extremes);
  own_lower = warp_reduce(own_lower, Plus());
  own_upper = warp_reduce(own_upper, Plus());
  if (lane_of_thread() == 0) {
    atomicAdd(&lower, own_lower);
    atomicAdd(&upper, own_upper);
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  counts[blockIdx.x] = {extremes.largest, extremes.smallest, lower, upper};
  if (section.begin == sequence.begin) sequence.pivot = pivot;
}

/// The second kernel of a round moves.
template <class Form, class Source>
__global__ void __launch_bounds__(most_threads)
    move_sections(Source source, typename Form::Word* target, const Section* __restrict__ sections,
                  const Sequence<typename Form::Word>* __restrict__ sequences, const OwnRoom* __restrict__ rooms) {
  const Section section = sections[blockIdx.x];
  OwnRoom room = rooms[blockIdx.x];
  NoExtremes no_extremes;
  partition(source, section.begin, section.end, sequences[section.sequence].pivot, target, room, no_extremes);
}

/// The same with two passes over a block's elements: the first kernel keeps the counts of threads before each, and the
/// second does not count again.
template <class Form, class Source>
__global__ void __launch_bounds__(most_threads)
    count_threads(Source source, const Section* __restrict__ sections, Sequence<typename Form::Word>* sequences,
                  SectionCount<typename Form::Word>* counts, WideCounts* thread_counts) {
  using Word = typename Form::Word;
  const Section section = sections[blockIdx.x];
  Sequence<Word>& sequence = sequences[section.sequence];
  const Word pivot = pivot_of<Form>(source, sequence);
  Extremes<Word> extremes;
  WideCounts total;
  const WideCounts own = count_own(source, section.begin, section.end, pivot, extremes);
  thread_counts[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x] = counts_before(own, total);
  extremes = of_block(extremes);
  if (threadIdx.x != 0) return;
  counts[blockIdx.x] = {extremes.largest, extremes.smallest, lower_of(total), upper_of(total)};
  if (section.begin == sequence.begin) sequence.pivot = pivot;
}

template <class Form, class Source>
__global__ void __launch_bounds__(most_threads)
    move_threads(Source source, typename Form::Word* target, const Section* __restrict__ sections,
                 const Sequence<typename Form::Word>* __restrict__ sequences, const OwnRoom* __restrict__ rooms,
                 const SectionCount<typename Form::Word>* __restrict__ counts, const WideCounts* __restrict__ before) {
  const Section section = sections[blockIdx.x];
  const WideCounts own = before[std::size_t{blockIdx.x} * blockDim.x + threadIdx.x];
  OwnRoom room = rooms[blockIdx.x];
  const Room first = room.take(counts[blockIdx.x].lower, counts[blockIdx.x].upper);
  store_own(source, section.begin, section.end, sequences[section.sequence].pivot,
            Room{first.lower + lower_of(own), first.upper + upper_of(own)}, target);
}

// ---- Phase two

/// The buffers that may hold pieces.
template <class Form>
struct Memory {
  const typename Form::Key* keys;
  typename Form::Word* first;
  typename Form::Word* second;

  __device__ typename Form::Word* buffer(Side side) const { return side == Side::first ? first : second; }
};

/// Calls f with the source of a piece's elements.
template <class Form, class Function>
__device__ auto with_source(const Memory<Form>& memory, Side side, Function f) {
  if (side == Side::input) return f(InputSource<Form>{memory.keys});
  const typename Form::Word* words = memory.buffer(side);
  return f(words);
}

/// All elements are the same: they are written without being read. Ends with the warps converged. On an H200 (toolkit
/// 13.0) warps diverged after a run of one element, which only one lane writes, and a diverged warp arrives at the next
/// barrier more than once.
template <class Form>
__device__ void write_run(const typename Form::Output& output, std::uint32_t begin, std::uint32_t end,
                          typename Form::Word word) {
  for (std::uint32_t i = begin + threadIdx.x; i < end; i += blockDim.x) Form::store(output, i, word);
  __syncwarp();
}

/// Sorts by the bitonic network.
template <class Form, class Source>
__device__ void sort_in_shared(const Source& source, const Piece<typename Form::Word>& piece,
                               const typename Form::Output& output) {
  using Word = typename Form::Word;
  Word* words = dynamic_shared<Word>();
  const std::uint32_t length = piece.end - piece.begin;
  const std::uint32_t padded = network_size(length);
  for (std::uint32_t i = threadIdx.x; i < padded; i += blockDim.x) {
    words[i] = i < length ? source[piece.begin + i] : static_cast<Word>(~Word{0});
  }
  __syncthreads();
  bitonic_sort(words, padded);
  for (std::uint32_t i = threadIdx.x; i < length; i += blockDim.x) Form::store(output, piece.begin + i, words[i]);
  __syncwarp();  // as in write_run
}

/// Partitions a piece into the other buffer; elements equal to the pivot are in place at once.
template <class Form, bool twice, class Source>
__device__ Parts<typename Form::Word> split(const Source& source, const Piece<typename Form::Word>& piece,
                                            typename Form::Word* target, const typename Form::Output& output) {
  using Word = typename Form::Word;
  const Word pivot = pivot_of<Form>(source, piece.begin, piece.end, piece.smallest, piece.largest,
                                    piece.medians != 0 ? Pivot::median : Pivot::middle);
  OwnRoom room{piece.begin, piece.end};
  NoExtremes no_extremes;
  partition_by<twice>(source, piece.begin, piece.end, pivot, target, room, no_extremes);
  __syncthreads();
  write_run<Form>(output, room.lower, room.upper, pivot);
  return parts_of(piece, pivot, room.lower - piece.begin, piece.end - room.upper);
}

/// Sorts one piece per block, with a stack of the remaining parts. Needs min_size words, rounded up to a power of two,
/// of dynamic shared memory.
template <class Form, bool twice>
__global__ void __launch_bounds__(most_threads)
    sort_pieces(Memory<Form> memory, typename Form::Output output,
                const Piece<typename Form::Word>* __restrict__ pieces, std::uint32_t min_size) {
  using Word = typename Form::Word;
  __shared__ Piece<Word> stack[stack_size];
  unsigned height = 0;
  Piece<Word> piece = pieces[blockIdx.x];
  while (true) {
    if (piece.smallest == piece.largest) {
      write_run<Form>(output, piece.begin, piece.end, piece.smallest);
    } else if (length_of(piece) <= min_size) {
      with_source(memory, piece.side, [&](const auto& source) { sort_in_shared<Form>(source, piece, output); });
    } else {
      const Parts<Word> parts = with_source(memory, piece.side, [&](const auto& source) {
        return split<Form, twice>(source, piece, memory.buffer(other(piece.side)), output);
      });
      if (length_of(parts.longer) != 0) {
        if (threadIdx.x == 0) stack[height] = parts.longer;
        __syncwarp();
        ++height;
      }
      piece = parts.shorter;
      if (length_of(piece) != 0) continue;
    }
    if (height == 0) return;
    __syncthreads();  // the stack and the network's shared memory
    piece = stack[--height];
  }
}

}  // namespace farfirst::cuda::quicksort
