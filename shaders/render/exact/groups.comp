#version 450
// Counts the pairs of element and tile of each group of elements, and finds their rows of tiles.
#include "render/exact/elements.glsl"

layout(std430, binding = 6) writeonly buffer Groups { uvec2 groups[]; };  // pairs; first row and last row, 16 bits each

shared uint first_row, last_row;

void main() {
  uint group = group_number(), thread = gl_LocalInvocationIndex;
  if (group >= band.group_count) return;
  if (thread == 0u) first_row = 0xFFFFu, last_row = 0u;
  share_out(group);
  uvec4 own = rectangles[thread];
  if (own.w > 0u) {
    atomicMin(first_row, own.y);
    atomicMax(last_row, own.y + own.w - 1u);
  }
  barrier();
  if (thread == 0u) groups[group] = uvec2(ends[255], first_row | last_row << 16);
}
