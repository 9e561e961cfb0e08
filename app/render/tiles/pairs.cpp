#include "pairs.h"

#include <algorithm>

namespace farfirst::app::tiles {

namespace {
constexpr std::size_t bytes_of_pair = 32;  // four words here, and four of the sort's scratch; and its mask
constexpr std::size_t least = 256;         // pairs
}  // namespace

Pairs::Pairs(const GladGLContext& gl, Device& device, std::uint32_t limit, std::size_t mask_bytes)
    : limit_(limit),
      mask_bytes_(mask_bytes),
      tiles_(gl, sizeof(std::uint32_t) * limit),
      ranks_(gl, sizeof(std::uint32_t) * limit),
      sorted_tiles_(gl, sizeof(std::uint32_t) * limit),
      sorted_ranks_(gl, sizeof(std::uint32_t) * limit) {
  if (mask_bytes > 0) masks_ = gl::Buffer(gl, mask_bytes * limit);
  // Many pairs share a tile, and tiles are small numbers: radix passes suit them.
  sorter_ = make_pairs_sorter(device, *find("gl.radix"), limit, {.counted = true});
  workspace_ = Workspace(device, sorter_->requirements());
}

std::uint32_t Pairs::limit_for(std::size_t bytes, std::size_t mask_bytes) {
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(bytes / (bytes_of_pair + mask_bytes), least, max_elements));
}

void Pairs::sort(const Buffer& count, std::uint8_t tile_bits) const {
  PairsJob job{.n = limit_,
               .keys = gl_buffer(tiles_.name(), tiles_.bytes()),
               .values = gl_buffer(ranks_.name(), ranks_.bytes()),
               .count = count,
               .key_bits = {0, tile_bits},
               .sorted_keys = gl_buffer(sorted_tiles_.name(), sorted_tiles_.bytes()),
               .sorted_values = gl_buffer(sorted_ranks_.name(), sorted_ranks_.bytes())};
  workspace_.attach(job);
  sorter_->sort(job);
}

std::size_t Pairs::gpu_bytes() const {
  if (sorter_ == nullptr) return 0;
  return tiles_.bytes() + ranks_.bytes() + sorted_tiles_.bytes() + sorted_ranks_.bytes() + masks_.bytes() +
         workspace_.bytes() + sorter_->requirements().own;
}

}  // namespace farfirst::app::tiles
