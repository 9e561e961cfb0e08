#version 450 core
// to[i] = from[i] below the count; from there to n, the padding. A thread for each 32-bit word.
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) writeonly buffer To { uint to[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint width;  // words of an element
layout(location = 2) uniform uint padding;
layout(location = 3) uniform uint from_begin;
layout(location = 4) uniform uint to_begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= n * width) return;
  to[to_begin + i] = i < farfirst_counted(n) * width ? from[from_begin + i] : padding;
}
