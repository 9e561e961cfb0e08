#version 450
// Finds the begin and end of each tile's pairs, sorted by tile, and the samples that a triangle covers there.
#include "render/tiles/element.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 6) readonly buffer SortedTiles { uint sorted_tiles[]; };
layout(std430, binding = 7) writeonly buffer Ranges { uint ranges[]; };  // begin, end of each tile; zeros before
layout(std430, binding = 9) buffer Chunks { Chunk chunks[]; };
layout(location = 0) uniform uint chunk;

#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/coverage.glsl"
layout(std430, binding = 10) readonly buffer SortedRanks { uint sorted_ranks[]; };
layout(std430, binding = 11) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 12) writeonly buffer Masks { Mask masks[]; };

void keep_small(uint i, uvec4 record, ivec2 tile) {
  ivec2 by = ivec2(box_of(record.x)) - tile;
#if SAMPLES == 1
  masks[i] = moved(record.yz, by);
#else
  for (uint part = 0u; part < mask_parts; ++part) {
    uvec4 words;
    for (uint w = 0u; w < 4u; ++w) words[w] = word_of_box(record.yz, by, 4u * part + w);
    masks[mask_parts * i + part] = words;
  }
#endif
}

void keep_large(uint i, uint element, ivec2 tile) {
  Surface corner, second, third;
  Outline outline;
  ClipCorners clip = clip_corners(element, corner, second, third);
  bool has_area = outline_of(clip.a, clip.b, clip.c, corner, tile, outline);
  for (uint part = 0u; part < mask_parts; ++part) {
    Mask words = Mask(0u);
    if (has_area)
      for (uint w = 0u; w < mask_words; ++w) words[w] = word_of_large(outline, mask_words * part + w);
    masks[mask_parts * i + part] = words;
  }
}

/// Tiles of other levels are larger than the blended ones.
void keep_coverage(uint i, uint tile) {
  uvec4 level = grid.levels[0];
  if (tile >= level.x * level.y) return;
  ivec2 corner = ivec2(tile % level.x, tile / level.x) * int(tile_width);
  uvec4 record = records[sorted_ranks[i]];
  if ((record.x & is_small) != 0u)
    keep_small(i, record, corner);
  else
    keep_large(i, record.w, corner);
}
#endif

uint level_of_tile(uint tile) {
  uint level = 0u;
  while (level + 1u < grid.level_count && tile >= grid.levels[level + 1u].z) ++level;
  return level;
}

/// `i` is the first pair of a tile, or the end of the pairs.
void end_tile(uint before, uint i, uint next) {
  ranges[2u * before + 1u] = i;
  uint level = level_of_tile(before);
  if (level_of_tile(next) != level || next >= grid.tiles) chunks[chunk].level_ends[level] = i;
}

void main() {
  uint i = 256u * group_number() + gl_LocalInvocationIndex, pairs = chunks[chunk].pairs;
  if (i >= pairs) return;
  uint tile = sorted_tiles[i];
  uint before = i > 0u ? sorted_tiles[i - 1u] : grid.tiles;
  if (i == 0u || tile != before) {
    if (tile < grid.tiles) ranges[2u * tile] = i;
    if (before < grid.tiles) end_tile(before, i, tile);
  }
  if (i + 1u == pairs && tile < grid.tiles) end_tile(tile, pairs, grid.tiles);
#ifdef FOOTPRINT_TRIANGLE
  keep_coverage(i, tile);
#endif
}
