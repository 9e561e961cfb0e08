#version 450 core
// Each element goes to one of four streams by two bits of its sublist's number, and is captured there.
#include "sort/quicksort_tf/point.glsl"
layout(points) in;
layout(points, max_vertices = PER_POINT) out;
in Point { uvec2 elements[PER_POINT]; }
point[];
layout(location = 2) uniform uint shift;
layout(stream = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_0;
layout(stream = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_1;
layout(stream = 2, xfb_buffer = 2, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_2;
layout(stream = 3, xfb_buffer = 3, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_3;

void capture(uvec2 element) {
  switch ((element.y >> shift) & 3u) {
    case 0u:
      captured_0 = element;
      EmitStreamVertex(0);
      EndStreamPrimitive(0);
      break;
    case 1u:
      captured_1 = element;
      EmitStreamVertex(1);
      EndStreamPrimitive(1);
      break;
    case 2u:
      captured_2 = element;
      EmitStreamVertex(2);
      EndStreamPrimitive(2);
      break;
    default:
      captured_3 = element;
      EmitStreamVertex(3);
      EndStreamPrimitive(3);
  }
}

void main() {
  for (uint j = 0u; j < per_point; ++j) {
    if (point[0].elements[j] != none) capture(point[0].elements[j]);
  }
}
