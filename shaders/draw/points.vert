#version 450
// Points of a cloud, vertices of a mesh drawn as points, and particles. The order is the element buffer.
//   NORMALS COLORS   there are some; where there are neither, farther points are darker, so that the shape shows
//   PARTICLES        discs with a radius in the world, not in pixels
#include "common/frame.glsl"
#include "common/color.glsl"
#include "common/studio.glsl"

layout(location = 0) in vec3 position;
#ifdef NORMALS
layout(location = 1) in vec3 normal;
#endif
#ifdef COLORS
layout(location = 2) in vec4 color;
#endif
#ifdef PARTICLES
layout(location = 3) in float radius;
#endif

flat out vec4 disc_color;  // not premultiplied

bool is_finite(vec3 v) { return all(lessThan(floatBitsToUint(v) & 0x7FFFFFFFu, uvec3(0x7F800000u))); }

void main() {
  vec4 eye = frame.view * vec4(position, 1.0);
  gl_Position = frame.projection * eye;
#ifdef PARTICLES
  float size = frame.projection[1][1] * radius * frame.viewport.y / max(gl_Position.w, 1e-6);
#else
  float size = frame.point_size + 1.0;
#endif
  gl_PointSize = clamp(size, 1.0, MAX_POINT_SIZE);
  // A position that is not finite is put behind the far plane.
  if (!is_finite(position)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);

#ifdef COLORS
  disc_color = vec4(linear_from_srgb(color.rgb), color.a);
#else
  disc_color = vec4(frame.base_color.rgb, 1.0);
#endif
#ifdef NORMALS
  vec3 eye_normal = mat3(frame.view) * normal;
  float square = dot(eye_normal, eye_normal);
  if (square > 0.0) {
    eye_normal *= inversesqrt(square);
    disc_color.rgb *= diffuse_light(dot(eye_normal, eye.xyz) > 0.0 ? -eye_normal : eye_normal);
  }
#endif
#if !defined(NORMALS) && !defined(COLORS)
  float depth = (-eye.z - frame.depth_range.x) / (frame.depth_range.y - frame.depth_range.x);
  disc_color.rgb *= exp2(-3.5 * clamp(depth, 0.0, 1.0));
#endif
  disc_color.a *= frame.opacity;
}
