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
#define LOAD(k)                                         \
  {                                                     \
    uint i = k * threads + gl_LocalInvocationIndex;     \
    word[k] = i < size ? words[first + i] : behind_all; \
  }
  EACH_WORD(LOAD)
  sort_tile(levels);
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < size; i += gl_WorkGroupSize.x) words[first + i] = tile[slot(i)];
}
