#version 450 core
// Reads the elements that the last pass captured.
#include "sort/quicksort_tf/captured.glsl"
#include "sort/quicksort_tf/point.glsl"
layout(location = 2) uniform uint shift;
layout(location = 3) uniform uint n;
out Point {
  uint indices[PER_POINT];
  uint digits;  // two bits for each element
  uint elements;
}
point;

void main() {
  uint first = uint(gl_VertexID) * per_point;
  uint digits = 0u;
  for (uint j = 0u; j < per_point; ++j) {
    uint index = captured_at(min(first + j, n - 1u));
    point.indices[j] = index;
    digits |= (sublists[index] >> shift & 3u) << (2u * j);
  }
  point.digits = digits;
  point.elements = min(per_point, n - first);
}
