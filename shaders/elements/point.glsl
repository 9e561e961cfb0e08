// Points of a cloud, and vertices of a mesh drawn as points: discs with an edge one pixel wide. For the definitions
// that every kind makes see app/render/elements.h.
//   NORMALS COLORS   the points have them; then they are lit, and have their own colours
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "common/color.glsl"
#include "common/studio.glsl"
#include "common/vertex.glsl"

#define FOOTPRINT_SPRITE

const float brightest = 1.2;  // diffuse light: 1.16 for the best of normals

#ifdef ELEMENTS_IN_STORAGE
Vertex fetch(uint element) { return vertex_of(stored_at(element)); }
#endif

#ifdef ELEMENTS_IN_ATTRIBUTES
Vertex fetch() { return vertex_of(stored()); }
#endif

// The same all over the disc.
struct Surface {
  vec4 color;  // linear, not premultiplied
};

/// Without normals and colours, farther points are darker, so that the shape is visible.
float shade_of_depth(vec3 eye_position) {
  float depth = (-eye_position.z - frame.depth_range.x) / (frame.depth_range.y - frame.depth_range.x);
  return exp2(-3.5 * clamp(depth, 0.0, 1.0));
}

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
  surface.color.rgb *= shade_of_depth(eye.xyz);
#endif
  surface.color.a *= frame.opacity;
  return is_finite(vertex.position) ? frame.projection * eye : outside;
}

/// The premultiplied colour of a place in the disc: 0 is its middle, -1 and 1 are the edges of its square.
vec4 color_at(Surface surface, vec2 from_center) {
  // The square is one pixel wider than the point: half a pixel of soft edge on either side.
  float coverage = clamp(0.5 * (frame.point_size + 1.0) * (1.0 - length(from_center)), 0.0, 1.0);
  float alpha = surface.color.a * coverage;
  return blendable(vec4(surface.color.rgb * alpha, alpha));
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
