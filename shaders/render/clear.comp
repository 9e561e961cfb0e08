#version 450
// A picture in which nothing is drawn.
#include "render/pixels.glsl"
layout(binding = 0, rgba16f) writeonly uniform image2D picture;

void main() { imageStore(picture, pixel(), vec4(0.0)); }
