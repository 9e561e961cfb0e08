#pragma once
// The passes over all elements: find the range, count the elements of each bucket, move the elements there.

#include <new>

#include "buckets.h"
#include "cuda/prim/block.cuh"
#include "cuda/prim/items.h"
#include "tuning.h"

namespace farfirst::cuda::bbsort {

inline constexpr unsigned per_thread = 4;  // atomics in flight per thread
inline constexpr unsigned tile = threads * per_thread;

/// The data that the passes share, in scratch.
template <class Map>
struct Frame {
  const typename Map::Key* keys;
  typename Map::Key* range;  // smallest and largest
  Map* map;
  std::uint32_t* places;  // of the elements in their buckets
  std::uint32_t* counts;  // of the buckets; later their offsets, and the end
  std::uint32_t buckets;
  std::uint32_t n;
};

/// The map's division is done once per block.
template <class Map>
__global__ void make_map(Frame<Map> frame) {
  if (threadIdx.x == 0) ::new (frame.map) Map(frame.range[0], frame.range[1], frame.buckets);
}

/// Gives every element a place in its bucket. Neighbours of one bucket, as in sorted or equal input, share one atomic
/// of the warp, since atomics on one address run one after the other.
template <class Map>
__global__ void __launch_bounds__(threads) count(Frame<Map> frame) {
  const Map map = *frame.map;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const std::size_t i = std::size_t{blockIdx.x} * tile + k * threads + threadIdx.x;
    const bool real = i < frame.n;
    const unsigned lanes = __ballot_sync(all_lanes, real);
    if (lanes == 0) return;  // for the whole warp
    const std::uint32_t bucket = real ? map(frame.keys[i]) : 0;
    const std::uint32_t first = __shfl_sync(all_lanes, bucket, 0);
    std::uint32_t place = 0;
    if (__all_sync(all_lanes, !real || bucket == first)) {
      if (lane_of_thread() == 0) place = atomicAdd(&frame.counts[first], static_cast<std::uint32_t>(__popc(lanes)));
      place = __shfl_sync(all_lanes, place, 0) + lane_of_thread();
    } else if (real) {
      place = atomicAdd(&frame.counts[bucket], 1u);
    }
    if (real) frame.places[i] = place;
  }
}

template <class Kind, class Map>
__global__ void __launch_bounds__(threads) scatter(Frame<Map> frame, items::Source source, typename Kind::Item* items) {
  const Map map = *frame.map;
#pragma unroll
  for (unsigned k = 0; k < per_thread; ++k) {
    const std::size_t i = std::size_t{blockIdx.x} * tile + k * threads + threadIdx.x;
    if (i < frame.n) items[frame.counts[map(frame.keys[i])] + frame.places[i]] = Kind::load(source, i);
  }
}

}  // namespace farfirst::cuda::bbsort
