#version 450 core
// One thread, after check_order.comp: what the first fault is.
#include "sort/prim/check_order.glsl"
layout(local_size_x = 1) in;

void main() {
  fault = fault_none;
  value = 0u;
  if (first == 0xFFFFFFFFu) return;
  value = order[order_begin + first];
  fault = value >= n ? fault_index_out_of_range : descends_at(first, value);
  if (fault == fault_none) fault = fault_index_repeated;
}
