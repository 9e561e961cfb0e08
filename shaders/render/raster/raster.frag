#version 450
// What is blended "over" what is behind it.
#include "render/raster/fragment.glsl"
layout(location = 0) out vec4 premultiplied;

void main() { premultiplied = fragment_color(); }
