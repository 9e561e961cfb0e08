#version 450
#include "render/pixels.glsl"
#include "render/resolve.glsl"
layout(binding = 0, rgba8) writeonly uniform image2D result;

void main() { imageStore(result, pixel(), shown(pixel())); }
