#version 450 core
// Writes the last pass's captures, one stream after the other, as words.
#include "sort/prim/group.glsl"
#include "sort/quicksort_tf/captured.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 7) writeonly buffer Words { uvec2 words[]; };
layout(std430, binding = 6) readonly buffer Keys { uint keys[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint bits;  // 0: nothing was captured
layout(location = 2) uniform uint words_begin;
layout(location = 3) uniform uint keys_begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= n) return;
  uint index = bits == 0u ? i : captured_at(i);
  words[words_begin + i] = uvec2(index, keys[keys_begin + index]);
}
