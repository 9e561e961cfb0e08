#version 450
// Clears a picture.
#include "render/pixels.glsl"
layout(binding = 0, rgba16f) writeonly uniform image2D picture;

void main() { imageStore(picture, pixel(), vec4(0.0)); }
