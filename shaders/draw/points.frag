#version 450
// Round points: discs with an edge one pixel wide, or particles that fade from the middle. Writes premultiplied colour.
#include "common/frame.glsl"

flat in vec4 disc_color;

layout(location = 0) out vec4 premultiplied;

void main() {
  vec2 from_center = 2.0 * gl_PointCoord - 1.0;
#ifdef PARTICLES
  float fade = max(1.0 - dot(from_center, from_center), 0.0);
  float coverage = fade * fade;
#else
  // The sprite is one pixel wider than the point: half a pixel of soft edge on either side.
  float coverage = clamp(0.5 * (frame.point_size + 1.0) * (1.0 - length(from_center)), 0.0, 1.0);
#endif
  float alpha = disc_color.a * coverage;
  premultiplied = vec4(disc_color.rgb * alpha, alpha);
}
