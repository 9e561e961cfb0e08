#version 450
// Where each tile's pairs begin and end, of pairs sorted by tile.
#include "render/tiles/grid.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 6) readonly buffer SortedTiles { uint sorted_tiles[]; };
layout(std430, binding = 7) writeonly buffer Ranges { uint ranges[]; };  // begin, end of each tile; zeros before
layout(std430, binding = 9) readonly buffer Chunks { Chunk chunks[]; };
layout(location = 0) uniform uint chunk;

void main() {
  uint i = 256u * group_number() + gl_LocalInvocationIndex, pairs = chunks[chunk].pairs;
  if (i >= pairs) return;
  uint tile = sorted_tiles[i];
  uint before = i > 0u ? sorted_tiles[i - 1u] : grid.tiles;
  if (i == 0u || tile != before) {
    if (tile < grid.tiles) ranges[2u * tile] = i;
    if (before < grid.tiles) ranges[2u * before + 1u] = i;
  }
  if (i + 1u == pairs && tile < grid.tiles) ranges[2u * tile + 1u] = pairs;
}
