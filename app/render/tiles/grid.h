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
inline constexpr std::uint32_t tiles_of_element = 64, pixels_of_tile = 64;
/// Tiles have 11 bits in each direction, and what is seen lies within the guard of triangle.glsl.
inline constexpr std::uint32_t max_width = 16376;

/// The levels for a picture: as many as it takes until every rectangle has at most 64 tiles.
inline GridBlock grid_of(std::uint32_t width, std::uint32_t height) {
  GridBlock grid{};
  for (std::uint32_t shift = 3; grid.level_count < 4; shift += 3) {
    const std::uint32_t across = (width + (1u << shift) - 1) >> shift, down = (height + (1u << shift) - 1) >> shift;
    grid.levels[grid.level_count++] = {across, down, grid.tiles, shift};
    grid.tiles += across * down;
    if (across * down <= tiles_of_element) break;
  }
  return grid;
}

/// Tile numbers, and that of no tile, have so many bits.
inline std::uint8_t tile_bits(const GridBlock& grid) { return static_cast<std::uint8_t>(std::bit_width(grid.tiles)); }

}  // namespace farfirst::app::tiles
