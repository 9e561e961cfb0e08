#version 450 core
// Notes the place of each id, for check_order.comp.
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 4) writeonly buffer Places { uint places[]; };
layout(std430, binding = 5) readonly buffer Ids { uint ids[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint ids_begin;
layout(location = 2) uniform uint elements;  // ids are below it

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= farfirst_counted(n)) return;
  uint id = ids[ids_begin + i];
  if (id < elements) places[id] = i;
}
