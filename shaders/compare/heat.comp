#version 450
// heat_map() of app/compare/measure.h.
#include "render/pixels.glsl"
#include "compare/pictures.glsl"
layout(binding = 0, rgba8) writeonly uniform image2D result;
layout(std430, binding = 0) readonly buffer Colors { uint heat_colors[256]; };  // by steps

void main() {
  ivec4 a = steps_of(texelFetch(first, pixel(), 0)), b = steps_of(texelFetch(second, pixel(), 0));
  int steps = largest_of(differences(a, b));
  vec4 grey = vec4(vec3((2 * b.r + 5 * b.g + b.b) / 32) / 255.0, 1.0);
  imageStore(result, pixel(), steps == 0 ? grey : unpackUnorm4x8(heat_colors[steps]));
}
