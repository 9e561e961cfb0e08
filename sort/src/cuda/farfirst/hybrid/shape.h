#pragma once
// How large buckets and tiles of the hybrid path are, for n elements.

#include <farfirst/keys.h>

#include <cstdint>

#include "pivots.h"

namespace farfirst::cuda::farfirst {

/// A tile of the distribution: threads with items each, and how many blocks a multiprocessor is to hold.
struct ScatterTile {
  std::uint16_t threads, items, blocks;
  constexpr unsigned size() const { return unsigned{threads} * items; }
};
inline constexpr ScatterTile scatter_tiles[] = {{256, 4, 4}, {512, 4, 2}, {512, 8, 2}, {1024, 8, 1}, {1024, 16, 1}};

struct HybridShape {
  std::uint32_t bucket_bits;  // buckets of 2^this elements on the average
  std::uint32_t tile;         // number in scatter_tiles
};
inline constexpr unsigned least_bucket_bits = 9, most_bucket_bits = 13;

FARFIRST_HOST_DEVICE constexpr std::uint32_t buckets_for(std::uint32_t n, std::uint32_t bucket_bits) {
  return (n + (1u << bucket_bits) - 1) >> bucket_bits;
}

/// Measured on an H200 (sm_90) for points of a cube: the fastest of what was tried there. Small buckets and tiles where
/// large ones would leave multiprocessors idle; large tiles where buckets are many, since what a tile has for one
/// bucket is written at once, and less than a sector of 32 bytes is written slowly. By reasoning alone, and run
/// nowhere: GPUs with less shared memory than its 227 KiB take the next smaller tile that fits (sm_80: 163 KiB, sm_86,
/// sm_89 and sm_120: 99, sm_75: 64) and, below 111 KiB, no buckets of 2^13.
constexpr HybridShape shape_for(std::uint32_t n) {
  if (n <= 96u << 10) return {9, 0};
  if (n <= 384u << 10) return {10, 2};
  if (n <= 2u << 20) return {12, 2};
  if (n <= 12u << 20) return {13, 3};
  return {13, 4};
}

/// Words of the memory in which a bucket is gathered: its elements, and what fills the runs of tiles up to sectors.
FARFIRST_HOST_DEVICE constexpr std::uint32_t region_words(std::uint32_t bucket_bits) { return 2u << bucket_bits; }

/// Elements that a bucket may have: what fits on chip, so often as keeps a multiprocessor busy.
FARFIRST_HOST_DEVICE constexpr std::uint32_t bucket_capacity(std::uint32_t bucket_bits) {
  const std::uint32_t average = 1u << bucket_bits;
  return bucket_bits <= 10 ? average + average * 3 / 4 : average + average * 7 / 16;
}

}  // namespace farfirst::cuda::farfirst
