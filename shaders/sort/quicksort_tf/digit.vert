#version 450 core
// Which of a point's elements have the digit that this instance of the draw keeps?
#include "sort/quicksort_tf/digit.glsl"
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint shift;
layout(location = 2) uniform uint mask;
out Point {
  uint first;
  uint kept;  // a bit for each element
}
point;

void main() {
  uint first = uint(gl_VertexID) * per_point;
  uint kept = 0u;
  for (uint j = 0u; j < min(per_point, n - first); ++j) {
    if ((captured[first + j].y >> shift & mask) == uint(gl_InstanceID)) kept |= 1u << j;
  }
  point.first = first;
  point.kept = kept;
}
