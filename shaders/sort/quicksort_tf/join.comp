#version 450 core
// The last pass's captures, one behind the other, as words; and where each sublist begins.
#include "sort/prim/group.glsl"
#include "sort/quicksort_tf/captured.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 5) writeonly buffer Words { uvec2 words[]; };
layout(std430, binding = 6) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 7) writeonly buffer Offsets { uint offsets[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint bits;  // 0: nothing was captured, all elements are one sublist
layout(location = 2) uniform uint words_begin;
layout(location = 3) uniform uint offsets_begin;
layout(location = 4) uniform uint keys_begin;

uvec2 element_at(uint i) { return bits == 0u ? uvec2(i, 0u) : captured_at(i); }

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= n) return;
  uvec2 element = element_at(i);
  words[words_begin + i] = uvec2(element.x, keys[keys_begin + element.x]);
  // Sublists that begin here: several where some are empty.
  for (uint l = i == 0u ? 0u : element_at(i - 1u).y + 1u; l <= element.y; ++l) offsets[offsets_begin + l] = i;
  if (i != n - 1u) return;
  for (uint l = element.y + 1u; l <= 1u << bits; ++l) offsets[offsets_begin + l] = n;
}
