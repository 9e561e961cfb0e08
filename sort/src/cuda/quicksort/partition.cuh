#pragma once
// The partition by one block: it loads a tile of elements into registers, counts those below and above the pivot,
// reserves space for them, and stores them. Both phases use it.
//
// The paper reads all of a block's elements twice, since its cards could not hold them: partition_twice.cuh. Here
// the block works tile by tile, and elements stay in registers between counting and storing: a level costs one
// read and one write. Warps count instead of threads, so that a warp's elements are stored side by side in whole
// lines.

#include <cuda_runtime.h>

#include "cuda/prim/block.cuh"
#include "sequences.h"

namespace farfirst::cuda::quicksort {

/// Elements per thread: 64 bytes.
template <class Word>
inline constexpr unsigned items = 64 / sizeof(Word);
/// Elements per line of memory. Tiles begin at a line, so that reads coalesce.
template <class Word>
inline constexpr std::uint32_t line = 128 / sizeof(Word);

template <class Word>
__device__ std::uint32_t tile_size() {
  return items<Word> * blockDim.x;
}
template <class Word>
__device__ std::uint32_t first_tile(std::uint32_t begin) {
  return begin / line<Word> * line<Word>;
}

/// The input, as words.
template <class Form>
struct InputSource {
  const typename Form::Key* keys;
  __device__ typename Form::Word operator[](std::uint32_t i) const { return Form::word(keys[i], i); }
};

/// The elements next to the pivot: with the bounds of the sequence, those of the next two.
template <class Word>
struct Extremes {
  Word largest = 0;                             // of those below
  Word smallest = static_cast<Word>(~Word{0});  // of those above

  __device__ void see(Word word, Word pivot) {
    if (word < pivot && word > largest) largest = word;
    if (word > pivot && word < smallest) smallest = word;
  }
};
/// For phase two, which needs no bounds.
struct NoExtremes {
  template <class Word>
  __device__ void see(Word, Word) {}
};

/// One tile in registers. Threads read neighbours. Empty places hold the pivot, which is not moved.
template <class Word>
struct Tile {
  Word words[items<Word>];

  template <class Source>
  __device__ void load(const Source& source, std::uint32_t first, std::uint32_t begin, std::uint32_t end, Word pivot) {
#pragma unroll
    for (unsigned item = 0; item < items<Word>; ++item) {
      const std::uint32_t i = first + item * blockDim.x + threadIdx.x;
      words[item] = begin <= i && i < end ? source[i] : pivot;
    }
  }
};

/// Counts of elements below the pivot, in the low half, and above it: at most those of a tile.
using PackedCounts = std::uint32_t;
__device__ inline std::uint32_t lower_of(PackedCounts counts) { return counts & 0xFFFF; }
__device__ inline std::uint32_t upper_of(PackedCounts counts) { return counts >> 16; }

/// The counts of this thread's warp.
template <class Word>
__device__ PackedCounts count(const Tile<Word>& tile, Word pivot) {
  PackedCounts counts = 0;
#pragma unroll
  for (const Word word : tile.words) {
    counts += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, word < pivot)));
    counts += static_cast<unsigned>(__popc(__ballot_sync(all_lanes, word > pivot))) << 16;
  }
  return counts;
}

/// Stores this thread's elements. `room` is the first place of its warp on either side.
template <class Word>
__device__ void store(const Tile<Word>& tile, Word pivot, Room room, Word* target) {
  const unsigned lanes_before = (1u << lane_of_thread()) - 1;
#pragma unroll
  for (const Word word : tile.words) {
    const unsigned lower = __ballot_sync(all_lanes, word < pivot), upper = __ballot_sync(all_lanes, word > pivot);
    if (word < pivot) target[room.lower + static_cast<unsigned>(__popc(lower & lanes_before))] = word;
    if (word > pivot) target[room.upper + static_cast<unsigned>(__popc(upper & lanes_before))] = word;
    room.lower += static_cast<unsigned>(__popc(lower));
    room.upper += static_cast<unsigned>(__popc(upper));
  }
}

/// Reserves space shared by all blocks of a sequence: one fetch-and-add for both sides.
template <class Word>
struct SharedRoom {
  Sequence<Word>* sequence;

  __device__ Room take(std::uint32_t lower_count, std::uint32_t upper_count) {
    __shared__ Room shared;
    if (threadIdx.x == 0) {
      const unsigned long long wanted = static_cast<unsigned long long>(upper_count) << 32 | lower_count;
      const unsigned long long taken = atomicAdd(&sequence->taken, wanted);
      shared = {sequence->begin + static_cast<std::uint32_t>(taken),
                sequence->end - static_cast<std::uint32_t>(taken >> 32) - upper_count};
    }
    __syncthreads();  // and the next tile's barrier keeps `shared` until all have read it
    return shared;
  }
};

/// Partitions the elements from `begin` up to `end`: moves those below and above the pivot to `target`, at the places
/// from `room`. All threads of the block call it; other threads may read the stored elements after a barrier.
template <class Word, class Source, class AnyRoom, class AnyExtremes>
__device__ void partition(const Source& source, std::uint32_t begin, std::uint32_t end, Word pivot, Word* target,
                          AnyRoom& room, AnyExtremes& extremes) {
  __shared__ PackedCounts warp_counts[2][warp_threads];  // alternating, so that one barrier per tile is enough
  const unsigned warps = blockDim.x / warp_threads;
  unsigned turn = 0;
  for (std::uint32_t first = first_tile<Word>(begin); first < end; first += tile_size<Word>()) {
    Tile<Word> tile;
    tile.load(source, first, begin, end, pivot);
    const PackedCounts own = count(tile, pivot);
    if (lane_of_thread() == 0) warp_counts[turn][warp_of_thread()] = own;
    __syncthreads();
    const PackedCounts sum = warp_inclusive_sum(lane_of_thread() < warps ? warp_counts[turn][lane_of_thread()] : 0u);
    const PackedCounts all = __shfl_sync(all_lanes, sum, warp_threads - 1);
    const PackedCounts before = __shfl_sync(all_lanes, sum, static_cast<int>(warp_of_thread())) - own;
    Room own_room = room.take(lower_of(all), upper_of(all));
    own_room.lower += lower_of(before);
    own_room.upper += upper_of(before);
    store(tile, pivot, own_room, target);
    for (const Word word : tile.words) extremes.see(word, pivot);
    turn ^= 1;
  }
}

}  // namespace farfirst::cuda::quicksort
