#version 450 core
// Sends each element to one of four streams by two bits of its sublist's number, for capture.
#include "sort/quicksort_tf/point.glsl"
layout(points) in;
layout(points, max_vertices = PER_POINT) out;
in Point {
  uint indices[PER_POINT];
  uint digits;
  uint elements;
}
point[];
layout(stream = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 4) out uint captured_0;
layout(stream = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 4) out uint captured_1;
layout(stream = 2, xfb_buffer = 2, xfb_offset = 0, xfb_stride = 4) out uint captured_2;
layout(stream = 3, xfb_buffer = 3, xfb_offset = 0, xfb_stride = 4) out uint captured_3;

void capture(uint index, uint digit) {
  switch (digit) {
    case 0u:
      captured_0 = index;
      EmitStreamVertex(0);
      EndStreamPrimitive(0);
      break;
    case 1u:
      captured_1 = index;
      EmitStreamVertex(1);
      EndStreamPrimitive(1);
      break;
    case 2u:
      captured_2 = index;
      EmitStreamVertex(2);
      EndStreamPrimitive(2);
      break;
    default:
      captured_3 = index;
      EmitStreamVertex(3);
      EndStreamPrimitive(3);
  }
}

void main() {
  for (uint j = 0u; j < per_point; ++j) {
    if (j < point[0].elements) capture(point[0].indices[j], point[0].digits >> (2u * j) & 3u);
  }
}
