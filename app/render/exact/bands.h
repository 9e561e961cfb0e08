#pragma once
// The partition of the work: jobs of elements and tiles, and bands of tiles whose fragments fit into memory.

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace farfirst::app::exact {

/// The fields of shaders/render/exact/band.glsl, std140.
struct BandBlock {
  std::uint32_t tiles_across = 0;
  std::uint32_t strip_first = 0, strip_end = 0;
  std::uint32_t band_first = 0, band_end = 0;
  std::uint32_t pixel_first = 0, pixel_end = 0;
  std::uint32_t is_listed = 0;
  glm::uvec2 slice_first{0}, slice_last{0};
  std::uint32_t is_first_slice = 1, is_last_slice = 1;
  std::uint32_t job_count = 0;
  std::uint32_t group_count = 0;
  std::uint32_t long_count = 0;
  std::uint32_t unused[3] = {};
};
static_assert(sizeof(BandBlock) == 80);

inline constexpr std::uint32_t group_size = 256;     // elements
inline constexpr std::uint32_t pairs_of_job = 2048;  // at most
inline constexpr std::uint32_t tile_pixels = 64;
inline constexpr std::uint32_t deep_pixel = 32768;  // fragments; more are taken in slices

/// The layout of groups.comp.
struct Group {
  std::uint32_t pairs = 0;  // of element and tile
  std::uint32_t rows = 0;   // of tiles: the first, and the last in the upper half
};
struct Job {
  std::uint32_t group = 0;
  std::uint32_t first_pair = 0;
};
/// The groups that touch these rows of tiles, both ends included.
std::vector<Job> jobs_of(std::span<const Group> groups, std::uint32_t first_row, std::uint32_t last_row);

/// Tiles, counted from the first of the strip, `end` not included.
struct Band {
  std::uint32_t first = 0, end = 0;
  std::uint32_t fragments = 0;
  bool is_deep = false;  // one tile, with too many fragments for memory, or with a pixel that is too deep
};
/// Bands for at most this many fragments, of the tiles from `first` on to the end of those with counts. Sets
/// the first fragment of each tile in its band.
std::vector<Band> bands_of(std::span<const std::uint32_t> tiles, std::size_t first, std::size_t end, std::uint32_t room,
                           std::vector<std::uint32_t>& begins);

/// Pixels of a tile whose fragments fit; or one that is too deep, for the memory or at all.
struct Pixels {
  std::uint32_t first = 0, end = 0;
  std::uint64_t fragments = 0;
  bool is_deep = false;
};
/// `lists`: the fragments in each list of the tile, N lists a pixel.
std::vector<Pixels> pixels_of(std::span<const std::uint32_t> lists, std::uint32_t samples, std::uint32_t room);

/// Keys and elements of a part of a pixel's fragments, as 64 bits, both ends included.
struct Slice {
  std::uint64_t first = 0, last = 0;
};
/// Collects slices that fit from counts of ranges, which come in order.
class Slices {
 public:
  explicit Slices(std::uint32_t room) : room_(room) {}
  void add(std::uint64_t first, std::uint64_t last, std::uint32_t fragments);
  std::uint32_t room() const { return room_; }
  const std::vector<Slice>& found() const { return found_; }

 private:
  const std::uint32_t room_;
  std::uint32_t filled_ = 0;
  std::vector<Slice> found_;
};

}  // namespace farfirst::app::exact
