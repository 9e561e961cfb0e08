#version 450 core
// gl.bitonic, first pass: each work group packs a tile of keys with their indices and sorts it.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) writeonly buffer Words { uvec2 words[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;
#include "sort/bitonic/tile_output.glsl"

uvec2 word_at(uint i) {
  uint key = keys[keys_begin + min(i, n - 1u)];
  return i < n ? uvec2(i, key) : padding;
}

void main() {
  uint begin = farfirst_group() * TILE;
  if (begin >= n) return;
  uint levels = levels_for(min(n - begin, uint(TILE)));
  uint threads = threads_for(levels);
#define LOAD(k) word[k] = word_at(begin + k * threads + gl_LocalInvocationIndex);
  EACH_WORD(LOAD)
  sort_tile(levels);
  put_tile(begin);
}
