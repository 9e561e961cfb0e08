#pragma once
// Sorts many lists of packed words, most of them short, with a work group for each in shared memory. This finishes a
// partition.
//
// A word is a uvec2 (index, key), compared key first, then index: on the CPU, key << 32 | index.

#include <farfirst/sort.h>

#include <cstdint>

#include "gl/launch.h"
#include "object/buffer.h"

namespace farfirst::gl {

/// The lists of one call. List i is the words from bounds[i] to before bounds[i + 1], and may be empty. Its words end,
/// sorted, at the same places of the outputs.
struct ShortLists {
  ::farfirst::Buffer words;          // in: uvec2 x n, 256-byte aligned, no larger; undefined afterwards
  ::farfirst::Buffer bounds;         // in: uint32 x (lists + 1), ascending, each at most n; 4-byte aligned
  std::uint32_t lists = 0;           // their number; with `count`, the maximum
  ::farfirst::Buffer count{};        // in, optional: one uint32, the number of lists, if only the GPU knows it
  ::farfirst::Buffer order;          // out: uint32 x n, the indices
  ::farfirst::Buffer sorted_keys{};  // out, optional: uint32 x n, the keys
};

/// Made with the sorter; enqueues only. A list of up to `threshold` words is sorted in shared memory. Further passes
/// handle longer lists: the GPU counts these and sizes the passes, which are empty if there are none; all work groups
/// share the work.
class ListSorter {
 public:
  static constexpr std::uint32_t smallest_threshold = 256;
  /// The largest threshold on this device, as shared memory permits.
  static std::uint32_t largest_threshold(const GlDevice& device);

  /// `threshold`: a power of two, smallest_threshold .. largest_threshold(). `max_n`: the largest number of words; if
  /// not above the threshold, no list is longer than that. Keeps 32 bytes for each `threshold` words of max_n.
  ListSorter(GlDevice& device, std::uint32_t threshold, std::uint32_t max_n = 0);
  std::uint32_t threshold() const noexcept { return threshold_; }
  std::size_t bytes() const noexcept { return long_tiles_.bytes(); }

  /// Begins with the barrier for words, bounds and count. Uses the storage blocks 0 .. 5.
  void sort(const ShortLists& job) const;

 private:
  void bind_outputs(const ShortLists& job) const;
  void sort_long(const ShortLists& job) const;
  void over_long_tiles(const Kernel& kernel) const;
  ::farfirst::Buffer long_tiles() const { return {Backend::gl, long_tiles_.name(), 0, long_tiles_.bytes()}; }

  const GlDevice* device_;
  std::uint32_t threshold_, max_n_;
  unsigned words_log_;
  Kernel sort_short_, plan_, sort_tiles_, begin_merge_, merge_wide_, merge_tiles_;
  Buffer long_tiles_;  // empty: no list is longer than the threshold
};

}  // namespace farfirst::gl
