// The tiles that an element touches. project.comp keeps four words of each element, from the nearest on (Record), for
// emit.comp and blend.comp, which need only one load. For sprites see sprite.glsl. A triangle has:
//
//   small   all of its samples lie within a box of 64 of them at most (8 x 8 pixels, 4 x 4 with 4 samples): the
//           box's lower left pixel, 14 bits each, and the samples that it covers as 64 bits, row by row
//   large   those of a rectangle of at most 64 tiles, as bits, row by row: 11 bits for the left and 11 for the lower
//           edge, 7 for the width, 2 for the level
//
// Ellipses have the records of large triangles.
//
//   x  place: bit 31 if small    y, z  the 64 bits; all zero if it touches nothing    w  the element
//   SAMPLES
#include "render/tiles/grid.glsl"

const uint is_small = 0x80000000u;
#if SAMPLES == 1
const ivec2 box = ivec2(8, 8);
#elif SAMPLES == 2
const ivec2 box = ivec2(8, 4);
#elif SAMPLES == 4
const ivec2 box = ivec2(4, 4);
#else
const ivec2 box = ivec2(4, 2);
#endif
const uint box_row = uint(box.x) * SAMPLES;  // bits: 8, 16 or 32

uint packed_box(uvec2 first) { return is_small | first.x | first.y << 14; }
uvec2 box_of(uint place) { return uvec2(place, place >> 14) & 16383u; }

uint packed_place(uint level, uvec2 corner, uint width) { return corner.x | corner.y << 11 | width << 22 | level << 29; }
uint level_of(uint place) { return place >> 29 & 3u; }
uvec2 corner_of(uint place) { return uvec2(place & 2047u, place >> 11 & 2047u); }
uint width_of(uint place) { return place >> 22 & 127u; }

/// A rectangle of tiles of one level.
struct Tiles {
  uint level;
  uvec2 corner, size;
};

/// The lowest level at which a rectangle of pixels, both ends included and within the picture, has few enough tiles.
Tiles tiles_around(uvec2 first, uvec2 last) {
  Tiles tiles;
  for (tiles.level = 0u;; ++tiles.level) {
    uint shift = grid.levels[tiles.level].w;
    tiles.corner = first >> shift;
    tiles.size = (last >> shift) - tiles.corner + 1u;
    if (tiles.size.x * tiles.size.y <= tiles_of_element || tiles.level + 1u == grid.level_count) return tiles;
  }
}

/// The tiles that an element touches, in a rectangle of at most 64, as bits.
struct Footprint {
  uint level;
  uvec2 corner;
  uint width;
  uvec2 bits;
};

const Footprint no_footprint = Footprint(0u, uvec2(0u), 1u, uvec2(0u));

uint footprint_size(Footprint footprint) { return uint(bitCount(footprint.bits.x) + bitCount(footprint.bits.y)); }

/// The lower `count` bits of 64.
uvec2 lower_bits(uint count) {
  return uvec2(count < 32u ? (1u << count) - 1u : ~0u, count <= 32u ? 0u : count < 64u ? (1u << (count - 32u)) - 1u : ~0u);
}

#ifdef FOOTPRINT_TRIANGLE
/// The footprint of a box of samples: four tiles at most.
Footprint footprint_of_box(uint place, uvec2 mask) {
  uvec2 first = box_of(place), off = first & (tile_width - 1u);
  uint columns = min(tile_width - off.x, uint(box.x)) * SAMPLES, rows = min(tile_width - off.y, uint(box.y));
  uint left = columns < 32u ? (1u << columns) - 1u : ~0u;  // of a row
#if SAMPLES == 1
  left *= 0x01010101u;
#elif SAMPLES < 8
  left *= 0x00010001u;
#endif
  uvec2 lower = lower_bits(rows * box_row);
  uint tiles = 0u;
  if ((mask & lower & left) != uvec2(0u)) tiles |= 1u;
  if ((mask & lower & ~left) != uvec2(0u)) tiles |= 2u;
  if ((mask & ~lower & left) != uvec2(0u)) tiles |= 4u;
  if ((mask & ~lower & ~left) != uvec2(0u)) tiles |= 8u;
  return Footprint(0u, first / tile_width, 2u, uvec2(tiles, 0u));
}

Footprint footprint_of(uvec4 record) {
  if ((record.x & is_small) != 0u) return footprint_of_box(record.x, record.yz);
  return Footprint(level_of(record.x), corner_of(record.x), width_of(record.x), record.yz);
}
#endif

#ifdef FOOTPRINT_ELLIPSE
Footprint footprint_of(uvec4 record) {
  return Footprint(level_of(record.x), corner_of(record.x), width_of(record.x), record.yz);
}
#endif

#ifdef FOOTPRINT_SPRITE
// If a disc touches 2 x 2 tiles at most, four bits of its record hold them. For a larger disc they are calculated again
// when needed, with the same result to the last bit.
const int near_bits = 25;

Footprint footprint_of_disc(Disc disc) {
  ivec2 first, last;
  if (disc.half_width <= 0.0 || !pixels_of(disc, first, last)) return no_footprint;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  uint across = tiles.size.y <= 2u ? max(tiles.size.x, 2u) : tiles.size.x;
  uint shift = grid.levels[tiles.level].w;
  float width = float(1u << shift);
  precise vec2 center = disc.center - vec2(tiles.corner << shift);
  precise float reach = disc.half_width * disc.half_width * 1.0001 + 1e-3;
  uvec2 bits = uvec2(0u);
  for (uint y = 0u; y < tiles.size.y; ++y) {
    for (uint x = 0u; x < tiles.size.x; ++x) {
      vec2 corner = vec2(x, y) * width;
      precise vec2 off = center - clamp(center, corner, corner + width);
      precise float square = off.x * off.x + off.y * off.y;
      uint bit = y * across + x;
      if (square <= reach) bits[bit >> 5] |= 1u << (bit & 31u);
    }
  }
  return Footprint(tiles.level, tiles.corner, across, bits);
}

uvec4 with_footprint(uvec4 record, Footprint footprint) {
  if (footprint.level == 0u && footprint.width == 2u && footprint.bits.x < 16u && footprint.bits.y == 0u)
    record.z |= footprint.bits.x << near_bits;
  return record;
}

Footprint footprint_of(uvec4 record) {
  Disc disc;
  Surface unused;
  unpack_sprite(record, disc, unused);
  uint near = record.z >> near_bits;
  if (near == 0u) return footprint_of_disc(disc);
  return Footprint(0u, uvec2(first_pixel(disc)) / tile_width, 2u, uvec2(near, 0u));
}
#endif
