// Particles: discs with a radius in the world, which fade from the middle or are lit balls. For the definitions that
// every kind makes see app/render/elements.h.
//   SPHERES   draws balls. Not a uniform: software renderers would shade all fragments in both ways
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "common/color.glsl"
#ifdef SPHERES
#include "common/studio.glsl"
#endif
#ifndef COLORS
#define COLORS  // every particle has one
#endif
#include "common/stored.glsl"

#define FOOTPRINT_SPRITE

#ifndef SPHERES
const float brightest = 1.0;
#else
const float brightest = 1.7;  // white ones, where they shine
#endif

struct Vertex {
  vec3 position;
  vec4 color;  // sRGB, straight alpha
  float radius;
};

Vertex vertex_of(Stored stored) {
  return Vertex(uintBitsToFloat(stored.vertex.xyz), unpackUnorm4x8(stored.color), uintBitsToFloat(stored.vertex.w));
}

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

/// The middle of the disc in clip coordinates, and its width in pixels.
vec4 project(Vertex vertex, out float size, out Surface surface) {
  vec4 clip = frame.projection * (frame.view * vec4(vertex.position, 1.0));
  size = min(frame.projection[1][1] * vertex.radius * frame.viewport.y / clip.w, 1e7);
  surface.color = vec4(linear_from_srgb(vertex.color.rgb), vertex.color.a * frame.opacity);
  return is_finite(vertex.position) ? clip : outside;
}

#ifdef SPHERES
/// Opaque except for a soft rim. It is seen from the front, wherever in the picture it is.
vec4 color_of_sphere(Surface surface, vec2 from_center, float inside) {
  vec3 normal = vec3(from_center, sqrt(inside));
  vec3 light = surface.color.rgb * diffuse_light(normal) + specular_light(normal, vec3(0.0, 0.0, 1.0));
  float alpha = surface.color.a * min(8.0 * inside, 1.0);
  return blendable(vec4(light * alpha, alpha));
}
#endif

/// The premultiplied colour of a place in the disc: 0 is its middle, -1 and 1 are the edges of its square.
vec4 color_at(Surface surface, vec2 from_center) {
  float inside = max(1.0 - dot(from_center, from_center), 0.0);
#ifdef SPHERES
  return color_of_sphere(surface, from_center, inside);
#else
  float alpha = surface.color.a * inside * inside;
  return blendable(vec4(surface.color.rgb * alpha, alpha));
#endif
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
