#pragma once
// The input of a radix pass: the shape of tiles, the arrays of all passes, and how a tile's items are loaded.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/words.h"
#include "element_count.cuh"
#include "memory.cuh"
#include "plan.h"

namespace farfirst::cuda::farfirst {

/// The shape of a tile: threads, items per thread, and blocks per multiprocessor.
template <unsigned threads_, unsigned items_, unsigned blocks_>
struct Tile {
  static constexpr unsigned threads = threads_, items = items_, blocks = blocks_;
  static constexpr unsigned warps = threads / warp_threads, size = threads * items;
  static_assert(threads % warp_threads == 0 && items % 2 == 0 && size <= 1u << 16);
};

/// The method by which a tile is sorted.
template <class Tile_, bool plain_>
struct Method {
  using Tile = Tile_;
  static constexpr bool plain = plain_;  // the calls: see element_count.cuh
};

/// The arrays of passes. Every pass gets all of them, since only the device knows which pass is the last.
struct Arrays {
  const std::uint32_t* keys;  // of the first pass
  const std::uint32_t* ids;   // ids_of_elements(), unless the call is plain
  Word* items[2];             // pass p writes to items[p % 2]
  std::uint32_t* order;
  std::uint32_t* sorted_keys;     // may be null
  std::uint32_t* tile_status[2];  // pass p uses tile_status[p % 2], and clears the other: look_back.cuh
  std::uint32_t n;
  bool reversed;  // the order is front to back

  /// The destination of an item in the order.
  template <bool plain>
  __device__ __forceinline__ std::uint32_t in_order(std::uint32_t place) const {
    return directed<plain>(place, n, reversed);
  }
};

/// The place of this thread's item k in the tile: the items of a warp are rows of lanes.
template <class Tile>
__device__ __forceinline__ std::uint32_t row_place(unsigned k) {
  return warp_of_thread() * (warp_threads * Tile::items) + k * warp_threads + lane_of_thread();
}

/// The tiles of a pass: keys in the first one, otherwise the items of the last pass.
template <class Tile, bool is_first, bool plain>
class PassInput {
 public:
  __device__ PassInput(const Arrays& arrays, const Plan* plan, unsigned pass)
      : arrays_(arrays), plan_(plan), pass_(pass) {}

  __device__ std::uint32_t number_of_tiles() const { return (arrays_.n + Tile::size - 1) / Tile::size; }
  __device__ std::uint32_t count_of(std::uint32_t tile) const {
    const std::uint32_t left = arrays_.n - tile * Tile::size;
    return left < Tile::size ? left : Tile::size;
  }

  /// Starts the loads of a tile's items. It does not use the loaded values, so that it does not wait for them.
  __device__ __forceinline__ void load(Word (&own)[Tile::items], std::uint32_t tile) const {
    const std::uint32_t place = row_place<Tile>(0), begin = tile * Tile::size + place, count = count_of(tile);
    if constexpr (is_first) {
      const std::uint32_t* from = arrays_.keys + begin;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = pack(real ? load_cg(from + k * warp_threads) : 0, 0);
      }
    } else {
      const Word* from = (opaque(pass_) % 2 == 0 ? arrays_.items[1] : arrays_.items[0]) + begin;
#pragma unroll
      for (unsigned k = 0; k < Tile::items; ++k) {
        const bool real = place + k * warp_threads < count;
        own[k] = real ? load_cg(from + k * warp_threads) : padding;
      }
    }
  }

  /// In the first pass: makes items of keys. Keys of all ones pad the last tile: they rank last and are not written.
  __device__ __forceinline__ void finish_load(Word (&own)[Tile::items], std::uint32_t tile) const {
    if constexpr (!is_first) return;
    const std::uint32_t floor = plan_->range.floor;
    const std::uint32_t place = row_place<Tile>(0), begin = tile * Tile::size + place, count = count_of(tile);
#pragma unroll
    for (unsigned k = 0; k < Tile::items; ++k) {
      const bool real = place + k * warp_threads < count;
      own[k] = real ? pack(above_floor(key_of(own[k]), floor), id_of<plain>(arrays_.ids, begin + k * warp_threads))
                    : padding;
    }
  }

 private:
  const Arrays& arrays_;
  const Plan* const plan_;
  const unsigned pass_;
};

}  // namespace farfirst::cuda::farfirst
