#pragma once
// The sizes of buckets and tiles of the hybrid path, for n elements.

#include <farfirst/keys.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "pivots.h"

namespace farfirst::cuda::farfirst {

/// A tile of the distribution: threads, items per thread, and blocks per multiprocessor.
struct ScatterTile {
  std::uint16_t threads, items, blocks;
  constexpr unsigned size() const { return unsigned{threads} * items; }
};
inline constexpr ScatterTile scatter_tiles[] = {{256, 4, 4}, {512, 4, 2}, {512, 8, 2}, {1024, 8, 1}, {1024, 16, 1}};

/// With the first tiles_of_sources tiles, the distribution makes keys of several sources as well. Threads have four
/// items then. On an H200, with two sources, or one that is transformed: 64 thousand points take 0.90 or 0.83 times as
/// long as after a separate kernel for keys, 256 thousand 0.84. But a million take 1.15 or 1.18 and 18 million 1.08 or
/// 1.14, in tiles of eight, which spill registers.
inline constexpr std::uint32_t tiles_of_sources = 2;

struct HybridShape {
  std::uint32_t bucket_bits;  // the mean size of a bucket is 2^this
  std::uint32_t tile;         // number in scatter_tiles
};
/// The shapes for up to `n` elements.
struct HybridShapesUpTo {
  std::uint32_t n;
  HybridShape of_points;  // the distribution makes their keys
  HybridShape of_keys;    // keys were made before
};
inline constexpr unsigned sector_words = 4;  // 32 bytes
/// Elements that exceed a bucket's region are spilled to one of these, by the number of the bucket.
inline constexpr unsigned spills = 4;
inline constexpr std::uint32_t least_spill_words =
    32768;  // the number of two of the largest tiles, if all goes to one bucket
inline constexpr unsigned least_bucket_bits = 9, most_bucket_bits = 14;

FARFIRST_HOST_DEVICE constexpr std::uint32_t buckets_for(std::uint32_t n, std::uint32_t bucket_bits) {
  return (n + (1u << bucket_bits) - 1) >> bucket_bits;
}

/// Measured on an H200 (sm_90) for points of a cube: the fastest of the shapes that were tried there. An H100
/// measured tiles from 96 to 384 thousand, all from 1.25 to 6 million and above 16 million, points from 11
/// million on, and tiles of keys from 7 million on. Buckets and tiles are small if large ones would leave
/// multiprocessors idle. Tiles are large if buckets are many, since a tile writes its elements of one bucket at
/// once, and less than a sector of 32 bytes is written slowly. The rest follows by reasoning alone, and ran in
/// the emulation only. GPUs with less shared memory than these 227 KiB take the next smaller tile that fits
/// (sm_80: 163 KiB, sm_86, sm_89 and sm_120: 99, sm_75: 64), no buckets of 2^14 and, below 111 KiB, none of
/// 2^13.
inline constexpr HybridShapesUpTo hybrid_shapes[] = {{96u << 10, {9, 0}, {9, 0}},     {384u << 10, {10, 1}, {10, 1}},
                                                     {1280u << 10, {12, 2}, {12, 2}}, {1792u << 10, {13, 2}, {12, 2}},
                                                     {3328u << 10, {13, 2}, {13, 2}}, {4u << 20, {13, 2}, {13, 4}},
                                                     {5u << 20, {13, 3}, {13, 3}},    {11u << 20, {13, 3}, {13, 4}},
                                                     {16u << 20, {14, 3}, {13, 4}},   {~0u, {14, 3}, {14, 4}}};
/// Shapes for calls whose number of elements only the device knows, up to a million: they lose little for n elements,
/// and little for a sixteenth of them. (Measured on an H100: with smaller buckets n elements take longer, with larger
/// ones few elements leave multiprocessors idle.) Larger calls have the same shapes as others.
inline constexpr HybridShapesUpTo counted_shapes[] = {
    {96u << 10, {9, 0}, {9, 0}}, {384u << 10, {10, 1}, {10, 1}}, {1u << 20, {11, 2}, {11, 2}}};
/// From this number on a sample shows whether pivots are stale (sample.cuh). For fewer elements it would take more time
/// than it saves.
inline constexpr std::uint32_t least_watched = 1u << 19;
/// The largest class of which a multiprocessor holds two buckets.
inline constexpr std::uint32_t largest_with_room = 13;

/// If such a call has few elements, the same kernels divide them into buckets between an eighth of the size and the
/// size of those of n. They are small, but a GPU of 132 multiprocessors holds all buckets of a sixteenth of n at once.
struct Few {
  std::uint32_t most, bucket_bits;
};
inline constexpr unsigned most_fewer_bits = 4;               // than the class of the buckets
inline constexpr std::uint32_t least_many = (8u << 20) + 1;  // n from which on few elements have larger shapes
constexpr Few few_of(std::uint32_t n, std::uint32_t bucket_bits) {
  const bool is_large = bucket_bits + 1 >= largest_with_room;
  const std::uint32_t fewer = is_large && n <= 4u << 20 ? 3 : n < least_many ? 2 : n <= 16u << 20 ? 1 : 0;
  return {n / 8, std::max(bucket_bits - fewer, std::uint32_t{least_bucket_bits})};
}
/// Items per thread if there are few elements: larger tiles would leave multiprocessors idle. A sixteenth of 12, 16 and
/// 32 million keys is sorted faster in tiles of 8,192 (H100); points have tiles of that size in any case.
inline constexpr unsigned few_items = 4, few_items_of_many = 8;

/// The shape for n elements.
constexpr HybridShape shape_for(std::uint32_t n, bool is_counted, bool keys_are_there) {
  const HybridShapesUpTo* shapes =
      is_counted && n <= counted_shapes[std::size(counted_shapes) - 1].n ? counted_shapes : hybrid_shapes;
  while (n > shapes->n) ++shapes;
  return keys_are_there ? shapes->of_keys : shapes->of_points;
}

/// The capacity of a bucket, by its class: what fits on chip with enough blocks to keep a multiprocessor
/// busy.
FARFIRST_HOST_DEVICE constexpr std::uint32_t bucket_capacity(std::uint32_t capacity_class) {
  return 23u << (capacity_class - 4);
}

/// When separate kernels sort buckets that are large (more elements than fit on chip, or spilled) or crowded (many
/// similar keys): see hard_buckets.cuh.
enum class Hard : std::uint8_t {
  never,       // if one is large, the radix path sorts everything; crowded ones take longer
  after,       // after the others
  concurrent,  // large ones while the others are sorted (of few elements after them), crowded ones after them
};

/// The buckets of a job. When the eye circles a scanned model, some get 1.2 to 2.7 times the average. So the class is
/// one above bucket bits, with space for 2.875 times. If that would not fit on chip, or would allow only one block
/// instead of two, the class is bucket bits, with space for 1.4375 times. Larger buckets are sorted in parts:
/// hard_buckets.cuh.
struct Buckets {
  std::uint32_t bits;  // the mean size is 2^this
  std::uint32_t capacity_class;
  /// Words of the region that gathers a bucket: its elements, and the padding of the runs of tiles to sectors. The
  /// largest regions have less space to spare, since they must be below most_counted_words.
  FARFIRST_HOST_DEVICE constexpr std::uint32_t region_words() const {
    return (bits == most_bucket_bits ? 3u : 4u) << bits;
  }
  /// Can buckets that do not fit on chip be sorted? Then elements that exceed a region are spilled.
  FARFIRST_HOST_DEVICE constexpr bool may_be_hard() const { return hard() != Hard::never; }
  /// Largest buckets have much space to spare, so one kernel for hard ones is enough; smaller buckets do without.
  FARFIRST_HOST_DEVICE constexpr Hard hard() const {
    if (capacity_class == bits) return Hard::concurrent;
    return capacity_class == largest_with_room ? Hard::after : Hard::never;
  }
  /// Words of each spill, for n elements.
  FARFIRST_HOST_DEVICE constexpr std::uint32_t spill_words(std::uint32_t n) const {
    if (!may_be_hard()) return 0;
    const std::uint32_t share = n / (8 * spills) / sector_words * sector_words;
    return share < least_spill_words ? least_spill_words : share;
  }
};

/// The class of buckets of this size; `largest` is the largest class that fits on chip.
constexpr std::uint32_t class_for(std::uint32_t bucket_bits, std::uint32_t largest) {
  const std::uint32_t most = largest < largest_with_room ? largest : largest_with_room;
  return bucket_bits < most ? bucket_bits + 1 : bucket_bits;
}

}  // namespace farfirst::cuda::farfirst
