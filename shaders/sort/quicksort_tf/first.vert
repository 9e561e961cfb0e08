#version 450 core
// The elements as they come: compares each with pivots, down the tree, to find its sublist.
#include "sort/quicksort_tf/elements.glsl"
#include "sort/quicksort_tf/point.glsl"
#include "sort/quicksort_tf/words.glsl"
layout(std430, binding = 0) readonly buffer Tree { uvec2 tree[]; };
layout(location = 0) uniform uint bits;
layout(location = 3) uniform uint n;
#ifdef POSITIONS
layout(std430, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(location = 1) uniform uint keys_begin;
#endif
out Point { uvec2 elements[PER_POINT]; }
point;

uint sublist_of(uvec2 word) {
  uint node = 1u;
  for (uint level = 0u; level < bits; ++level) node = 2u * node + (farfirst_less(word, tree[node]) ? 0u : 1u);
  return node - (1u << bits);
}

uvec2 element_at(uint i) {
  uint key = farfirst_key_at(i);
#ifdef POSITIONS
  keys[keys_begin + i] = key;
#endif
  return uvec2(i, sublist_of(uvec2(i, key)));
}

void main() {
  uint first = uint(gl_VertexID) * per_point;
  for (uint j = 0u; j < per_point; ++j) point.elements[j] = first + j < n ? element_at(first + j) : none;
}
