#version 450 core
// Reverses an order in place: a thread for each pair.
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Order { uint order[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= n / 2u) return;
  uint other = n - 1u - i;
  uint word = order[begin + i];
  order[begin + i] = order[begin + other];
  order[begin + other] = word;
}
