#version 450 core
// Elements as they come: compares each with pivots, down their tree, to find its sublist. Captured as (index, sublist).
#include "sort/quicksort_tf/elements.glsl"
#include "sort/quicksort_tf/words.glsl"
layout(std430, binding = 0) readonly buffer Tree { uvec2 tree[]; };
layout(location = 0) uniform uint bits;
#ifdef POSITIONS
layout(std430, binding = 1) writeonly buffer Keys { uint keys[]; };
layout(location = 1) uniform uint keys_begin;
#endif
layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) out uvec2 element;

void main() {
  uint i = uint(gl_VertexID);
  uvec2 word = uvec2(i, farfirst_key_at(i));
#ifdef POSITIONS
  keys[keys_begin + i] = word.y;
#endif
  uint node = 1u;
  for (uint level = 0u; level < bits; ++level) node = 2u * node + (farfirst_less(word, tree[node]) ? 0u : 1u);
  element = uvec2(i, node - (1u << bits));
}
