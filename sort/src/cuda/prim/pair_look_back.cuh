#pragma once
// A prefix sum of two numbers over tiles in one pass: decoupled look-back (Merrill, Garland: Single-pass parallel
// prefix scan with decoupled look-back, 2016). Tiles take their numbers from an atomic, so those before have begun.

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/prim/block.cuh"
#include "cuda/prim/ordered_access.cuh"

namespace farfirst::cuda {

/// Two numbers below 2^31 that are summed together, and the state of a tile's word.
struct PairStatus {
  static constexpr unsigned bits = 31;
  static constexpr std::uint64_t aggregate = std::uint64_t{1} << 62, inclusive_prefix = std::uint64_t{1} << 63;
  static constexpr std::uint64_t numbers = aggregate - 1;

  __host__ __device__ static std::uint64_t of(std::uint32_t first, std::uint32_t second) {
    return std::uint64_t{second} << bits | first;
  }
  __host__ __device__ static std::uint32_t first(std::uint64_t pair) {
    return static_cast<std::uint32_t>(pair) & ((1u << bits) - 1);
  }
  __host__ __device__ static std::uint32_t second(std::uint64_t pair) {
    return static_cast<std::uint32_t>(pair >> bits) & ((1u << bits) - 1);
  }
};

/// The status words of all tiles; they begin as 0. A word is complete by itself, so relaxed accesses are enough.
class PairLookBack {
 public:
  __device__ explicit PairLookBack(std::uint64_t* status) : status_(status) {}

  /// Called by one thread.
  __device__ void publish(std::uint32_t tile, std::uint64_t own) const {
    store(tile, own | (tile == 0 ? PairStatus::inclusive_prefix : PairStatus::aggregate));
  }
  /// The sum over earlier tiles, from which this one's inclusive prefix is made. Called by a whole warp.
  __device__ std::uint64_t sum_before(std::uint32_t tile, std::uint64_t own) const {
    std::uint64_t sum = 0;
    bool is_whole = tile == 0;
    for (std::uint32_t end = tile; !is_whole; end -= warp_threads) {
      const std::uint64_t word = wait_for(end);
      const unsigned prefixes = __ballot_sync(all_lanes, word >= PairStatus::inclusive_prefix);
      is_whole = prefixes != 0;
      const bool counts = (prefixes & ((1u << lane_of_thread()) - 1)) == 0;  // no nearer prefix
      sum += warp_reduce(counts ? word & PairStatus::numbers : 0, Sum());
    }
    if (tile != 0 && lane_of_thread() == 0) store(tile, (sum + own) | PairStatus::inclusive_prefix);
    return sum;
  }

 private:
  __device__ void store(std::uint32_t tile, std::uint64_t word) const { store_relaxed(status_ + tile, word); }
  /// Each lane reads a tile before `end`, the nearest first.
  __device__ std::uint64_t wait_for(std::uint32_t end) const {
    const bool exists = lane_of_thread() < end;
    std::uint64_t word = PairStatus::inclusive_prefix;
    do {
      if (exists) word = load_relaxed(status_ + (end - 1 - lane_of_thread()));
    } while (__any_sync(all_lanes, word == 0) != 0);
    return word;
  }

  std::uint64_t* const status_;
};

}  // namespace farfirst::cuda
