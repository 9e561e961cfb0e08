#version 450
#include "render/resolve.glsl"

layout(location = 0) out vec4 encoded;

void main() { encoded = shown(ivec2(gl_FragCoord.xy)); }
