#version 450 core
// Keeps the words on one side of the pivot.
#include "sort/quicksort_tf/words.glsl"
layout(points) in;
layout(points, max_vertices = 1) out;
in uvec2 word[];
in uvec2 pivot[];
layout(location = 3) uniform uint above;
layout(xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) out uvec2 kept;

void main() {
  if (farfirst_less(pivot[0], word[0]) != (above != 0u)) return;
  kept = word[0];
  EmitVertex();
  EndPrimitive();
}
