#pragma once
// Memory for the pairs of a chunk, and their sort by tile.

#include <farfirst/gl.h>

#include <memory>

#include "object/buffer.h"

namespace farfirst::app::tiles {

class Pairs {
 public:
  Pairs() = default;
  /// For chunks of N pairs, with N bytes for the kept samples that each covers. Throws Error,
  /// OutOfMemory.
  Pairs(const GladGLContext& gl, Device& device, std::uint32_t limit, std::size_t mask_bytes);

  std::uint32_t limit() const { return limit_; }
  std::size_t mask_bytes() const { return mask_bytes_; }
  /// As many as fit into this many bytes, but some at least.
  static std::uint32_t limit_for(std::size_t bytes, std::size_t mask_bytes);

  /// Enqueues the sort of the first *count pairs by their tiles, whose numbers have this many bits.
  void sort(const Buffer& count, std::uint8_t tile_bits) const;

  // For each pair the tile, and the rank of the element: as they were emitted, and by tile.
  GLuint tiles() const { return tiles_.name(); }
  GLuint ranks() const { return ranks_.name(); }
  GLuint sorted_tiles() const { return sorted_tiles_.name(); }
  GLuint sorted_ranks() const { return sorted_ranks_.name(); }
  GLuint masks() const { return masks_.name(); }  // by tile
  std::size_t gpu_bytes() const;

 private:
  std::uint32_t limit_ = 0;
  std::size_t mask_bytes_ = 0;
  gl::Buffer tiles_, ranks_, sorted_tiles_, sorted_ranks_, masks_;
  std::unique_ptr<PairsSorter> sorter_;
  Workspace workspace_;
};

}  // namespace farfirst::app::tiles
