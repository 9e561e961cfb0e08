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

// The first element of sublist l or of one above it.
uint begin_of(uint l) {
  uint first = 0u, end = n;
  while (first < end) {
    uint middle = (first + end) / 2u;
    if (element_at(middle).y < l) {
      first = middle + 1u;
    } else {
      end = middle;
    }
  }
  return first;
}

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i <= 1u << bits) offsets[offsets_begin + i] = begin_of(i);
  if (i >= n) return;
  uint index = element_at(i).x;
  words[words_begin + i] = uvec2(index, keys[keys_begin + index]);
}
