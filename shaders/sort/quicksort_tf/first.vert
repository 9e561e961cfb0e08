#version 450 core
// Reads the elements in input order: compares each with pivots, down the tree, to find its sublist.
#include "sort/quicksort_tf/elements.glsl"
#include "sort/quicksort_tf/point.glsl"
#include "sort/quicksort_tf/words.glsl"
layout(std430, binding = 0) readonly buffer Tree { uvec2 tree[]; };
layout(std430, binding = 1) writeonly buffer Sublists { uint sublists[]; };
layout(location = 0) uniform uint bits;
layout(location = 2) uniform uint shift;
layout(location = 3) uniform uint n;
#ifdef POSITIONS
layout(std430, binding = 2) writeonly buffer Keys { uint keys[]; };
layout(location = 1) uniform uint keys_begin;
#endif
out Point {
  uint indices[PER_POINT];
  uint digits;  // two bits for each element
  uint elements;
}
point;

uint sublist_of(uvec2 word) {
  uint node = 1u;
  for (uint level = 0u; level < bits; ++level) node = 2u * node + (farfirst_less(word, tree[node]) ? 0u : 1u);
  return node - (1u << bits);
}

void main() {
  uint first = uint(gl_VertexID) * per_point;
  uint elements = min(per_point, n - first);
  uint digits = 0u;
  for (uint j = 0u; j < per_point; ++j) {
    uint i = min(first + j, n - 1u);
    uint key = farfirst_key_at(i);
    uint sublist = sublist_of(uvec2(i, key));
#ifdef POSITIONS
    keys[keys_begin + i] = key;
#endif
    sublists[i] = sublist;
    point.indices[j] = i;
    digits |= (sublist >> shift & 3u) << (2u * j);
  }
  point.digits = digits;
  point.elements = elements;
}
