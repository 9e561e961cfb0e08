#version 450
// Outputs sums that need no order. The weight is equation 10 of the paper (app/render/weighted/weighted.h): nearer
// fragments count for more. Depth goes from 0, where the scene begins, to 1, where it ends. The paper takes the depth
// buffer's, which means little if the near plane is at the eye.
#include "render/raster/fragment.glsl"
layout(location = 0) out vec4 weighted_sum;
layout(location = 1) out float covered;

void main() {
  vec4 color = fragment_color();
  vec2 range = max(frame.depth_range, 0.0);
  float view_depth = 1.0 / gl_FragCoord.w;
  float share = range.y > range.x ? clamp((view_depth - range.x) / (range.y - range.x), 0.0, 1.0) : 0.0;
  float nearness = 1.0 - share;
  float weight = color.a * max(1e-2, 3e3 * nearness * nearness * nearness);
  weighted_sum = weight * color;
  covered = color.a;
}
