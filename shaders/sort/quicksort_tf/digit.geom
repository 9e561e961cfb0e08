#version 450 core
// Captures the elements of a point that are kept, in their order.
#include "sort/quicksort_tf/digit.glsl"
layout(points) in;
layout(points, max_vertices = PER_POINT) out;
in Point {
  uint first;
  uint kept;
}
point[];
layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) out uvec2 element;

void main() {
  for (uint kept = point[0].kept; kept != 0u; kept &= kept - 1u) {
    element = captured[point[0].first + uint(findLSB(kept))];
    EmitVertex();
    EndPrimitive();
  }
}
