#version 450 core
// Is `order` a permutation along which (key, index) ascends? Each element looks at itself and at the one before.
#include "sort/prim/check_order.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 2) buffer Met { uint met[]; };  // a bit for each index; zero before

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i >= n) return;
  uint at = order[order_begin + i];
  bool wrong = at >= n;
  if (!wrong) {
    uint bit = 1u << (at & 31u);
    wrong = (atomicOr(met[at >> 5], bit) & bit) != 0u || descends_at(i, at) != fault_none;
  }
  if (wrong) atomicMin(first, i);
}
