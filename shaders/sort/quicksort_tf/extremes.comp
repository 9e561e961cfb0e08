#version 450 core
// Finds the least and the greatest key of a sublist. Both cells start at 0.
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Words { uvec2 words[]; };
layout(std430, binding = 1) buffer Extremes { uint inverted_least, greatest; };
layout(location = 0) uniform uint begin;
layout(location = 1) uniform uint count;
shared uint group_inverted_least, group_greatest;

void main() {
  uint thread = gl_LocalInvocationID.x;
  if (thread == 0u) group_inverted_least = group_greatest = 0u;
  barrier();
  const uint words_per_group = 4096u;
  uint first = farfirst_group() * words_per_group;
  uint end = min(first + words_per_group, count);
  uint my_inverted_least = 0u, my_greatest = 0u;
  for (uint i = first + thread; i < end; i += gl_WorkGroupSize.x) {
    uint key = words[begin + i].y;
    my_inverted_least = max(my_inverted_least, ~key);
    my_greatest = max(my_greatest, key);
  }
  atomicMax(group_inverted_least, my_inverted_least);
  atomicMax(group_greatest, my_greatest);
  barrier();
  if (thread == 0u && first < count) {
    atomicMax(inverted_least, group_inverted_least);
    atomicMax(greatest, group_greatest);
  }
}
