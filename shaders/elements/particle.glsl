// Particles: discs with a radius in the world, which fade from the middle. What every kind defines is in
// app/render/elements.h.
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "common/color.glsl"
#ifndef COLORS
#define COLORS  // all of them have one
#endif
#include "common/stored.glsl"

#define FOOTPRINT_SPRITE

const float brightest = 1.0;

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
  size = frame.projection[1][1] * vertex.radius * frame.viewport.y / max(clip.w, 1e-6);
  surface.color = vec4(linear_from_srgb(vertex.color.rgb), vertex.color.a * frame.opacity);
  return is_finite(vertex.position) ? clip : outside;
}

/// The premultiplied colour of a place in the disc: 0 is its middle, -1 and 1 are the edges of its square.
vec4 color_at(Surface surface, vec2 from_center) {
  float fade = max(1.0 - dot(from_center, from_center), 0.0);
  float alpha = surface.color.a * fade * fade;
  return blendable(vec4(surface.color.rgb * alpha, alpha));
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
