#version 450
// The chunks, once the host knows how many there must be.
#include "render/tiles/grid.glsl"
#include "render/tiles/plan.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 8) readonly buffer Count { uint elements, pairs, brightest; };

void main() { plan_chunks(pairs, uintBitsToFloat(brightest), 64u); }
