#pragma once
// Counts of a tile of exchanged elements, and the record of their destinations.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/split_by_rank.h"

namespace farfirst::cuda {

/// The numbers of elements with a key below a cut's, and with an equal one: of a tile in one word, or before a tile.
struct TileCount {
  static constexpr unsigned bits = 16;
  __device__ static std::uint32_t of(bool less, bool equal) { return (less ? 1u : 0u) + (equal ? 1u << bits : 0u); }
  __device__ static std::uint32_t less(std::uint32_t word) { return word & ((1u << bits) - 1); }
  __device__ static std::uint32_t equal(std::uint32_t word) { return word >> bits; }
};
static_assert(cut_tile < 1u << TileCount::bits);

/// The elements of a tile that went to a share.
struct alignas(32) TileRecord {
  std::uint32_t number;  // of the tile's first element
  std::uint32_t begin;   // where the tile's elements begin in the share
  std::uint32_t unused[6];
  std::uint32_t bits[cut_tile / warp_threads];
};

inline constexpr unsigned number_threads = cut_tile / warp_threads;

}  // namespace farfirst::cuda
