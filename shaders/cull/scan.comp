#version 450
// One group: counts the elements kept in earlier blocks, for each block, and in all.
layout(local_size_x = 1024) in;
#include "cull/group_scan.glsl"
layout(std430, binding = 0) writeonly buffer Count { uint count; };
layout(std430, binding = 6) buffer Sums { uint sums[]; };
layout(location = 0) uniform uint blocks;

void main() {
  uint each = (blocks + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x;
  uint begin = min(gl_LocalInvocationID.x * each, blocks), end = min(begin + each, blocks);
  uint own = 0u;
  for (uint i = begin; i < end; ++i) own += sums[i];
  uint total, before = sum_before(own, total);
  for (uint i = begin; i < end; ++i) {
    uint sum = sums[i];
    sums[i] = before;
    before += sum;
  }
  if (gl_LocalInvocationID.x == 0u) count = total;
}
