#version 450
// For each cell, sums the depths before each slice, and behind the last. The integers become floats.
#include "shadows/spot.glsl"

void main() {
  uint cell = own_rank();
  if (cell >= uint(WIDTH * WIDTH)) return;
  float before = 0.0, by = 1.0 / unit;
  for (uint layer = 0u; layer <= uint(SLICES); ++layer) {
    uint at = layer * uint(WIDTH * WIDTH) + cell;
    before += float(layers[at]) * by;
    layers[at] = floatBitsToUint(before);
  }
}
