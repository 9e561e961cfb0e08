#version 450
// Selects the tiles that are blended in slices (slices.glsl), one per thread. The dispatch that blends grows by their
// work groups.
#include "render/tiles/grid.glsl"
#include "render/tiles/slices.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 7) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 8) writeonly buffer TileSlices { Slices tile_slices[]; };  // of the tiles of level 0
layout(std430, binding = 9) buffer Chunks { Chunk chunks[]; };
layout(std430, binding = 10) writeonly buffer SliceTiles { uint slice_tiles[]; };
layout(location = 0) uniform uint chunk;

/// The number of elements that the tiles of level 0 read together if no pixel becomes opaque: all tiles that a larger
/// tile covers read its elements.
float all_visits() {
  float visits = 0.0;
  uint begin = 0u;
  for (uint level = 0u; level < grid.level_count; ++level) {
    uint end = max(chunks[chunk].level_ends[level], begin);
    visits += float(end - begin) * float(1u << 2u * (grid.levels[level].w - grid.levels[0].w));
    begin = end;
  }
  return visits;
}

void main() {
  uint tile = gl_GlobalInvocationID.x;
  uvec2 tiles = grid.levels[0].xy;
  if (tile >= tiles.x * tiles.y) return;
  uint longest = 0u;
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 own = uvec2(tile % tiles.x, tile / tiles.x) >> (grid.levels[level].w - grid.levels[0].w);
    uvec2 list = ranges[grid.levels[level].z + own.y * grid.levels[level].x + own.x];
    longest = max(longest, list.y - list.x);
  }
  // All slices have at most 1.5 times the mean number of visits.
  float visits = all_visits();
  uint size = max(least_slice, uint(visits * max(1.0 / share_of_visits, 1.5 / float(grid.slice_limit))));
  uint count = longest > 2u * size ? (longest + size - 1u) / size : 0u, first = 0u;
  if (count > 0u) {
    first = atomicAdd(chunks[chunk].slices, count);
    bool fits = first + count <= grid.slice_limit;
    for (uint i = first; i < min(first + count, grid.slice_limit); ++i) slice_tiles[i] = fits ? tile : ~0u;
    uint rows = (min(first + count, grid.slice_limit) + tiles.x - 1u) / tiles.x;
    atomicMax(chunks[chunk].blend_groups[1], tiles.y + rows);
    if (!fits) count = 0u;
  }
  tile_slices[tile] = Slices(first, count, ~0u, 0u);
}
