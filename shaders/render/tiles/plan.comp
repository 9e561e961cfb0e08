#version 450
// Plans the chunks, once the host knows their maximum number.
#include "render/tiles/grid.glsl"
#include "render/tiles/plan.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 8) readonly buffer Count { uint elements, pairs, brightest; };

void main() { plan_chunks(pairs, uintBitsToFloat(brightest), 64u); }
