#version 450 core
// Writes the corners of an order's triangles. A thread per corner: neighbours write neighbouring words.
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Order { uint order[]; };
layout(std430, binding = 1) readonly buffer Corners { uint corners[]; };
layout(std430, binding = 2) writeonly buffer Elements { uint elements[]; };
layout(location = 0) uniform uint n;  // triangles
layout(location = 1) uniform uint order_begin;
layout(location = 2) uniform uint corners_begin;
layout(location = 3) uniform uint elements_begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < 3u * farfirst_counted(n)) elements[elements_begin + i] = corners[corners_begin + 3u * order[order_begin + i / 3u] + i % 3u];
}
