#version 450 core
// Finds the offset of each sublist in the last pass's captures.
#include "sort/quicksort_tf/captured.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 6) writeonly buffer Offsets { uint offsets[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint bits;
layout(location = 2) uniform uint offsets_begin;

// The first element of sublist l or of one above it.
uint begin_of(uint l) {
  uint first = 0u, end = n;
  while (first < end) {
    uint middle = (first + end) / 2u;
    if (sublists[captured_at(middle)] < l) {
      first = middle + 1u;
    } else {
      end = middle;
    }
  }
  return first;
}

void main() {
  uint l = gl_GlobalInvocationID.x;
  if (l > 1u << bits) return;
  offsets[offsets_begin + l] = l == 0u ? 0u : l == 1u << bits ? n : begin_of(l);
}
