#version 450 core
// to[i] = from[order[i]]. `to` may be `order`: a thread reads its own place and then writes it.
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer From { uint from[]; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) writeonly buffer To { uint to[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint from_begin;
layout(location = 2) uniform uint order_begin;
layout(location = 3) uniform uint to_begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < farfirst_counted(n)) to[to_begin + i] = from[from_begin + order[order_begin + i]];
}
