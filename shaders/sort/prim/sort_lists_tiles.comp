#version 450 core
// Sorts each tile of the long lists.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
#include "sort/prim/sort_lists.glsl"

void main() {
  if (farfirst_group() >= there_are) return;
  LongTile at = long_tiles[farfirst_group()];
  uint first = at.begin + at.number * TILE;
  uint size = min(at.begin + at.size - first, uint(TILE));
  uint levels = levels_for(size);
  uint threads = threads_for(levels);
#define LOAD(k)                                     \
  {                                                 \
    uint i = k * threads + gl_LocalInvocationIndex; \
    uvec2 read = words[first + min(i, size - 1u)];  \
    word[k] = i < size ? read : padding;         \
  }
  EACH_WORD(LOAD)
  sort_tile(levels);
  barrier();
#define PUT(k)                                                 \
  {                                                            \
    uint i = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; \
    uvec2 moved = tile[slot(i)];                               \
    if (i < size) words[first + i] = moved;                    \
  }
  EACH_WORD(PUT)
}
