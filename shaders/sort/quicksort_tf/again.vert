#version 450 core
// Elements as the pass before has captured them.
#include "sort/quicksort_tf/captured.glsl"
#include "sort/quicksort_tf/point.glsl"
layout(location = 3) uniform uint n;
out Point { uvec2 elements[PER_POINT]; }
point;

void main() {
  uint first = uint(gl_VertexID) * per_point;
  for (uint j = 0u; j < per_point; ++j) point.elements[j] = first + j < n ? captured_at(first + j) : none;
}
