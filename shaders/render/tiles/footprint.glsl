// Which tiles an element touches: those of a rectangle of at most 64 tiles, as bits, row by row.
#include "render/tiles/grid.glsl"

struct Footprint {
  uint place;  // level, and the rectangle: see below
  uvec2 tiles;
};

const Footprint no_footprint = Footprint(0u, uvec2(0u));

uint footprint_size(Footprint footprint) { return uint(bitCount(footprint.tiles.x) + bitCount(footprint.tiles.y)); }

// 11 bits for the left and 11 for the lower edge, 7 for the width, 2 for the level.
uint packed_place(uint level, uvec2 corner, uint width) { return corner.x | corner.y << 11 | width << 22 | level << 29; }
uint level_of(uint place) { return place >> 29; }
uvec2 corner_of(uint place) { return uvec2(place & 2047u, place >> 11 & 2047u); }
uint width_of(uint place) { return place >> 22 & 127u; }

/// A rectangle of tiles at one level.
struct Tiles {
  uint level;
  uvec2 corner, size;
};

/// The lowest level at which a rectangle of pixels, both ends included and within the picture, touches few enough.
Tiles tiles_around(uvec2 first, uvec2 last) {
  Tiles tiles;
  for (tiles.level = 0u;; ++tiles.level) {
    uint shift = grid.levels[tiles.level].w;
    tiles.corner = first >> shift;
    tiles.size = (last >> shift) - tiles.corner + 1u;
    if (tiles.size.x * tiles.size.y <= tiles_of_element || tiles.level + 1u == grid.level_count) return tiles;
  }
}
