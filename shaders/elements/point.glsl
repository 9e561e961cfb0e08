// Points of a cloud, and vertices of a mesh drawn as points: discs with an edge one pixel wide. What every kind defines
// is in app/render/elements.h.
//   NORMALS COLORS   there are some; if there are neither, farther points are darker, so that the shape shows
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "common/color.glsl"
#include "common/studio.glsl"

#define FOOTPRINT_SPRITE

struct Vertex {
  vec3 position;
#ifdef NORMALS
  vec3 normal;
#endif
#ifdef COLORS
  vec4 color;  // sRGB, straight alpha
#endif
};

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 2) readonly buffer Positions { float positions[]; };
#ifdef NORMALS
layout(std430, binding = 3) readonly buffer Normals { uvec2 normals[]; };
#endif
#ifdef COLORS
layout(std430, binding = 4) readonly buffer Colors { uint colors[]; };
#endif

Vertex fetch(uint element) {
  Vertex result;
  result.position = vec3(positions[3u * element], positions[3u * element + 1u], positions[3u * element + 2u]);
#ifdef NORMALS
  uvec2 packed_normal = normals[element];
  result.normal = vec3(unpackSnorm2x16(packed_normal.x), unpackSnorm2x16(packed_normal.y).x);
#endif
#ifdef COLORS
  result.color = unpackUnorm4x8(colors[element]);
#endif
  return result;
}
#endif

#ifdef ELEMENTS_IN_ATTRIBUTES
layout(location = 0) in vec3 position;
#ifdef NORMALS
layout(location = 1) in vec3 normal;
#endif
#ifdef COLORS
layout(location = 2) in vec4 color;
#endif

Vertex fetch() {
  Vertex result;
  result.position = position;
#ifdef NORMALS
  result.normal = normal;
#endif
#ifdef COLORS
  result.color = color;
#endif
  return result;
}
#endif

// The same all over the disc.
struct Surface {
  vec4 color;  // linear, not premultiplied
};

/// The middle of the disc in clip coordinates, and its width in pixels, soft edge included.
vec4 project(Vertex vertex, out float size, out Surface surface) {
  vec4 eye = frame.view * vec4(vertex.position, 1.0);
  size = frame.point_size + 1.0;

#ifdef COLORS
  surface.color = vec4(linear_from_srgb(vertex.color.rgb), vertex.color.a);
#else
  surface.color = vec4(frame.base_color.rgb, 1.0);
#endif
#ifdef NORMALS
  vec3 eye_normal = mat3(frame.view) * vertex.normal;
  float square = dot(eye_normal, eye_normal);
  if (square > 0.0) {
    eye_normal *= inversesqrt(square);
    surface.color.rgb *= diffuse_light(dot(eye_normal, eye.xyz) > 0.0 ? -eye_normal : eye_normal);
  }
#endif
#if !defined(NORMALS) && !defined(COLORS)
  float depth = (-eye.z - frame.depth_range.x) / (frame.depth_range.y - frame.depth_range.x);
  surface.color.rgb *= exp2(-3.5 * clamp(depth, 0.0, 1.0));
#endif
  surface.color.a *= frame.opacity;
  return is_finite(vertex.position) ? frame.projection * eye : outside;
}

/// The premultiplied colour of a place in the disc: 0 is its middle, -1 and 1 are the edges of its square.
vec4 color_at(Surface surface, vec2 from_center) {
  // The square is one pixel wider than the point: half a pixel of soft edge on either side.
  float coverage = clamp(0.5 * (frame.point_size + 1.0) * (1.0 - length(from_center)), 0.0, 1.0);
  float alpha = surface.color.a * coverage;
  return vec4(surface.color.rgb * alpha, alpha);
}
