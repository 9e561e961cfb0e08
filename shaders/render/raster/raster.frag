#version 450
// Outputs the colour for blending "over" the fragments behind.
#include "render/raster/fragment.glsl"
layout(location = 0) out vec4 premultiplied;

void main() { premultiplied = fragment_color(); }
