#pragma once
// Decoupled look-back (Merrill, Garland: Single-pass parallel prefix scan with decoupled look-back, 2016) over tiles
// and groups of tiles: it gives a tile the number of items with each digit in the tiles before it.
//
// Each tile and each group of tiles has a row of status words, one for each digit. A status word contains a count and
// the number of tiles that have added theirs to it. A tile's own word is its aggregate, complete from the start. When
// the word of a group holds the aggregate of all its tiles, the last of these replaces it by the inclusive prefix: the
// count of all tiles up to the end of the group.
//
// A tile adds up the aggregates of the tiles before it in its group, and of the groups before. If all tiles run at once
// and publish at the same time, looking back tile by tile would take a trip to memory for every few of them.

#include <farfirst/keys.h>

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/ordered_access.cuh"
#include "plan.h"

namespace farfirst::cuda::farfirst {

inline constexpr unsigned group_tiles = 16;
inline constexpr std::uint32_t one_tile = 1u << 24, aggregate_ready = group_tiles * one_tile,
                               inclusive_prefix = 1u << 31;

/// Rows of status words for this many tiles. The last group has no row, since no tile follows it.
FARFIRST_HOST_DEVICE constexpr std::size_t status_rows(std::size_t tiles) {
  return tiles == 0 ? 0 : tiles + (tiles - 1) / group_tiles;
}
FARFIRST_HOST_DEVICE constexpr std::size_t row_of_tile(std::uint32_t tile) {
  return std::size_t{tile} + tile / group_tiles;
}
FARFIRST_HOST_DEVICE constexpr std::size_t row_of_group(std::uint32_t group) {
  return std::size_t{group} * (group_tiles + 1) + group_tiles;
}

/// The status words of one digit, `rows` rows apart, which are added up from the last one backwards.
template <unsigned rows, unsigned at_once>
class LookBack {
 public:
  __device__ LookBack(const std::uint32_t* last, std::uint32_t count) : next_(last), left_(count) {}

  __device__ bool is_pending() const { return left_ != 0; }
  __device__ __forceinline__ void read() {
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      words_[k] = k < left_ ? load_relaxed(next_ - k * rows * most_digits) : inclusive_prefix;
    }
  }
  /// Returns the sum of the words that are ready. The others are read again.
  __device__ __forceinline__ std::uint32_t sum() {
    std::uint32_t sum = 0, done = 0;
    bool known = true;
#pragma unroll
    for (unsigned k = 0; k < at_once; ++k) {
      known = known && words_[k] >= aggregate_ready;
      if (!known) continue;
      ++done;
      if (words_[k] < inclusive_prefix) {
        sum += words_[k] % one_tile;
      } else {
        sum += words_[k] - inclusive_prefix;
        known = false;
        left_ = done;  // an inclusive prefix: no more words are needed
      }
    }
    left_ -= done;
    next_ -= done * rows * most_digits;
    return sum;
  }

 private:
  const std::uint32_t* next_;
  std::uint32_t left_, words_[at_once];
};

}  // namespace farfirst::cuda::farfirst
