#pragma once
// The grid of tiles: the fields of shaders/render/tiles/grid.glsl.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <glm/glm.hpp>

namespace farfirst::app::tiles {

/// std140.
struct GridBlock {
  glm::uvec4 levels[4];  // tiles across, tiles down, number of the first tile, log2 of their width in pixels
  std::uint32_t level_count = 0;
  std::uint32_t tiles = 0;
  std::uint32_t pair_limit = 0;
  std::uint32_t chunk_limit = 0;
  std::uint32_t first = 0;
  std::uint32_t groups = 0;
  std::uint32_t slice_limit = 0;
  std::uint32_t unused = 0;
};

inline constexpr std::uint32_t group_size = 256;  // elements of a work group
inline constexpr std::uint32_t tiles_of_element = 64;

/// The levels for a picture: as many as it takes until every rectangle has at most 64 tiles. Each is four times as wide
/// as the one below where four levels are enough, else eight times: finer levels list elements in fewer tiles that
/// do not show them. The smallest tiles are 2^first_shift pixels wide.
inline GridBlock grid_of(std::uint32_t width, std::uint32_t height, std::uint32_t first_shift) {
  constexpr std::uint32_t most_levels = 4;
  const auto tiles_at = [&](std::uint32_t shift) {
    return glm::uvec2((width + (1u << shift) - 1) >> shift, (height + (1u << shift) - 1) >> shift);
  };
  const auto is_enough = [](glm::uvec2 size) { return size.x * size.y <= tiles_of_element; };
  const std::uint32_t step = is_enough(tiles_at(first_shift + 2 * (most_levels - 1))) ? 2 : 3;
  GridBlock grid{};
  for (std::uint32_t shift = first_shift; grid.level_count < most_levels; shift += step) {
    const glm::uvec2 size = tiles_at(shift);
    grid.levels[grid.level_count++] = {size, grid.tiles, shift};
    grid.tiles += size.x * size.y;
    if (is_enough(size)) break;
  }
  return grid;
}

/// The bits of tile numbers, and of "no tile".
inline std::uint8_t tile_bits(const GridBlock& grid) { return static_cast<std::uint8_t>(std::bit_width(grid.tiles)); }

}  // namespace farfirst::app::tiles
