#version 450 core
// The key of each element of a distance job, in input order.
#include "sort/prim/elements.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Keys { uint keys[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < n) keys[keys_begin + i] = farfirst_key_at(i);
}
