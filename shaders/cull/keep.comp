#version 450
// Writes the elements that were found, one after the other, in their order.
#include "cull/block.glsl"
#include "cull/group_scan.glsl"
layout(std430, binding = 0) readonly buffer Found { uint found[]; };
layout(std430, binding = 1) writeonly buffer Ids { uint ids[]; };
layout(std430, binding = 6) readonly buffer Sums { uint sums[]; };  // of the blocks before

void main() {
  uint thread = thread_of_all();
  uint bits = thread * per_thread < n ? found[thread] : 0u;
  uint total, place = sum_before(uint(bitCount(bits)), total);
  if (bits == 0u) return;
  place += sums[block()];
  for (; bits != 0u; bits &= bits - 1u) ids[place++] = thread * per_thread + uint(findLSB(bits));
}
