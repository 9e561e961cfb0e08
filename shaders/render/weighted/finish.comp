#version 450
// Outputs the mean colour, as opaque as all fragments together.
#include "render/pixels.glsl"
layout(binding = 0) uniform sampler2D weighted_sums;
layout(binding = 1) uniform sampler2D clearness;  // the visible part of the background
layout(binding = 0, rgba16f) writeonly uniform image2D picture;

void main() {
  vec4 sum = texelFetch(weighted_sums, pixel(), 0);
  float alpha = 1.0 - texelFetch(clearness, pixel(), 0).r;
  imageStore(picture, pixel(), sum.a > 0.0 ? vec4(sum.rgb / sum.a * alpha, alpha) : vec4(0.0));
}
