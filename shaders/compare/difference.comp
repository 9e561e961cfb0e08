#version 450
// signed_difference() of app/compare/measure.h.
#include "render/pixels.glsl"
#include "compare/pictures.glsl"
layout(binding = 0, rgba8) writeonly uniform image2D result;
layout(location = 0) uniform int gain;

void main() {
  ivec3 apart = steps_of(texelFetch(first, pixel(), 0)).rgb - steps_of(texelFetch(second, pixel(), 0)).rgb;
  imageStore(result, pixel(), vec4(vec3(clamp(128 + gain * apart, 0, 255)) / 255.0, 1.0));
}
