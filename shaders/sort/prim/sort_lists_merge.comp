#version 450 core
// The `left` narrowest strides of the merges to runs of 2^level words, which stay within a tile, on the long lists that
// have such runs. Complete lists then go to the outputs.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
#include "sort/prim/sort_lists.glsl"
#include "sort/prim/order_output.glsl"
layout(location = 0) uniform uint level;
layout(location = 1) uniform uint left;  // more than WORDS_LOG

void main() {
  if (farfirst_group() >= there_are) return;
  LongTile at = long_tiles[farfirst_group()];
  if (at.size <= 1u << (level - 1u)) return;
  uint first = at.begin + at.number * TILE;
  uint size = min(at.begin + at.size - first, uint(TILE));
  Places places = places_of(gl_LocalInvocationIndex, left - words_log);
#define LOAD(k)                                    \
  {                                                \
    uint i = place_of(places, k);                  \
    uvec2 read = words[first + min(i, size - 1u)]; \
    word[k] = i < size ? read : padding;        \
  }
  EACH_WORD(LOAD)
  CLEAN_WORDS
  write_tile(places);
  clean_tile(left - words_log, gl_WorkGroupSize.x);
  barrier();
  bool one_run = at.size <= 1u << level;
#define PUT(k)                                                 \
  {                                                            \
    uint i = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; \
    uvec2 moved = tile[slot(i)];                               \
    if (i < size && one_run) put(first + i, moved);            \
    if (i < size && !one_run) words[first + i] = moved;        \
  }
  EACH_WORD(PUT)
}
