#version 450 core
// Sorts short lists of words (index, key), a work group each, and notes the tiles of long ones.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
#include "sort/prim/sort_lists.glsl"
#include "sort/prim/order_output.glsl"
layout(std430, binding = 1) readonly buffer Bounds { uint bounds[]; };
layout(std430, binding = 2) readonly buffer Count { uint count[]; };
layout(location = 0) uniform uint lists;
layout(location = 1) uniform uint with_count;
layout(location = 2) uniform uint bounds_begin;
layout(location = 3) uniform uint count_begin;

void note_tiles(uint begin, uint size) {
  uint tiles = (size + TILE - 1u) / TILE;
  if (gl_LocalInvocationIndex == 0u) tile[0].x = atomicAdd(noted, tiles);
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < tiles; i += gl_WorkGroupSize.x) {
    long_tiles[tile[0].x + i] = LongTile(begin, size, i, 0u);
  }
}

void main() {
  uint list = farfirst_group();
  if (list >= (with_count != 0u ? min(count[count_begin], lists) : lists)) return;
  uint begin = bounds[bounds_begin + list];
  uint size = bounds[bounds_begin + list + 1u] - begin;
  if (size > TILE) {
    note_tiles(begin, size);
  } else if (size != 0u) {
    uint levels = levels_for(size);
    uint threads = threads_for(levels);
#define LOAD(k)                                     \
  {                                                 \
    uint i = k * threads + gl_LocalInvocationIndex; \
    uvec2 read = words[begin + min(i, size - 1u)];  \
    word[k] = i < size ? read : padding;         \
  }
    EACH_WORD(LOAD)
    sort_tile(levels);
    barrier();
#define PUT(k)                                                 \
  {                                                            \
    uint i = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; \
    uvec2 moved = tile[slot(i)];                               \
    if (i < size) put(begin + i, moved);                       \
  }
    EACH_WORD(PUT)
  }
}
