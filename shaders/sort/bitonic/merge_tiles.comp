#version 450 core
// gl.bitonic: the strides of a merge that stay within a tile.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
layout(std430, binding = 1) buffer Words { uvec2 words[]; };
layout(location = 0) uniform uint n;     // words that take part
layout(location = 2) uniform uint bits;  // how many strides; more than words_log
#include "sort/bitonic/tile_output.glsl"

uvec2 word_at(uint i) {
  uvec2 read = words[min(i, n - 1u)];
  return i < n ? read : padding;
}

void main() {
  uint begin = farfirst_group() * TILE;
  if (begin >= n) return;
  Places places = places_of(gl_LocalInvocationIndex, bits - words_log);
#define LOAD(k) word[k] = word_at(begin + place_of(places, k));
  EACH_WORD(LOAD)
  CLEAN_WORDS
  write_tile(places);
  clean_tile(bits - words_log, gl_WorkGroupSize.x);
  put_tile(begin);
}
