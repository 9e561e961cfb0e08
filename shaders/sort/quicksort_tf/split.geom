#version 450 core
// Each element goes to one of four streams by two bits of its sublist's number, and is captured there.
layout(points) in;
layout(points, max_vertices = 1) out;
in uvec2 element[];
layout(location = 2) uniform uint shift;
layout(stream = 0, xfb_buffer = 0, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_0;
layout(stream = 1, xfb_buffer = 1, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_1;
layout(stream = 2, xfb_buffer = 2, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_2;
layout(stream = 3, xfb_buffer = 3, xfb_offset = 0, xfb_stride = 8) out uvec2 captured_3;

void main() {
  switch ((element[0].y >> shift) & 3u) {
    case 0u:
      captured_0 = element[0];
      EmitStreamVertex(0);
      EndStreamPrimitive(0);
      break;
    case 1u:
      captured_1 = element[0];
      EmitStreamVertex(1);
      EndStreamPrimitive(1);
      break;
    case 2u:
      captured_2 = element[0];
      EmitStreamVertex(2);
      EndStreamPrimitive(2);
      break;
    default:
      captured_3 = element[0];
      EmitStreamVertex(3);
      EndStreamPrimitive(3);
  }
}
