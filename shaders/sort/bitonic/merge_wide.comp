#version 450 core
// gl.bitonic: strides of a merge that reach beyond a tile, WORDS_LOG of them, in registers. MIRRORED: the first of them
// is the first step of the merge.
#include "sort/prim/group.glsl"
#include "sort/prim/network.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 1) buffer Words { uvec2 words[]; };
layout(location = 0) uniform uint n;  // words that take part
layout(location = 3) uniform uint stride_log;

uvec2 word_at(uint i) {
  uvec2 read = words[min(i, n - 1u)];
  return i < n ? read : padding;
}
void put(uint i, uvec2 word) {
  if (i < n) words[i] = word;
}

void main() {
  uint unit = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
#ifdef MIRRORED
  Places places = mirrored_places_of(unit, stride_log);
#else
  Places places = places_of(unit, stride_log);
#endif
#define LOAD(k) word[k] = word_at(place_of(places, k));
  EACH_WORD(LOAD)
#ifdef MIRRORED
  MERGE_WORDS
#else
  CLEAN_WORDS
#endif
#define STORE(k) put(place_of(places, k), word[k]);
  EACH_WORD(STORE)
}
