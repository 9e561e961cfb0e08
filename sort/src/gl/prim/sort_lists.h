#pragma once
// Sorts many short lists of packed words, each by one work group in shared memory: how a partition is finished.
//
// A word is a uvec2 (index, key), compared key first, then index: on the CPU, key << 32 | index.

#include <farfirst/sort.h>

#include <cstdint>

#include "gl/launch.h"

namespace farfirst::gl {

/// What one call sorts. List i is the words from bounds[i] up to bounds[i + 1], and may be empty. Its words end,
/// sorted, at the same places of the outputs.
struct ShortLists {
  farfirst::Buffer words;          // in: uvec2 x n, 256-byte aligned; undefined afterwards
  farfirst::Buffer bounds;         // in: uint32 x (lists + 1), ascending, each at most n; 4-byte aligned
  std::uint32_t lists = 0;         // how many; with `count`, at most how many
  farfirst::Buffer count{};        // in, optional: one uint32, how many lists there are, if only the GPU knows
  farfirst::Buffer order;          // out: uint32 x n, the indices
  farfirst::Buffer sorted_keys{};  // out, optional: uint32 x n, the keys
};

/// Made with the sorter; enqueues only. A list of up to `threshold` words is sorted in shared memory. A longer one is
/// sorted all the same, by its one group in the memory of `words`: right, in O(log^2) passes of that group over the
/// list, and slow. So thresholds are for what is usual, not for what is possible.
class ListSorter {
 public:
  static constexpr std::uint32_t smallest_threshold = 256;
  /// The largest threshold on this device: what fits in shared memory.
  static std::uint32_t largest_threshold(const GlDevice& device);

  /// `threshold`: a power of two, smallest_threshold .. largest_threshold().
  ListSorter(GlDevice& device, std::uint32_t threshold);
  std::uint32_t threshold() const noexcept { return threshold_; }

  /// Waits (by a barrier) for words, bounds and count written by shaders or transform feedback. Uses the storage blocks
  /// 0 .. 4.
  void sort(const ShortLists& lists) const;

 private:
  const GlDevice* device_;
  std::uint32_t threshold_;
  Kernel kernel_;
};

}  // namespace farfirst::gl
