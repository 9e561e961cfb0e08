// Particles with motion blur: each is a soft disc that moves along its velocity for frame.streak seconds, half
// of them before the drawn moment. On the picture that is an ellipse whose shorter half axis is the radius, and
// whose longer one is the radius and half of the way. It deposits as much light as the unmoved disc: opacity
// falls in proportion to the ellipse's area. For the definitions that every kind makes see
// app/render/elements.h.
#include "common/frame.glsl"
#include "common/ellipse.glsl"
#include "common/finite.glsl"
#include "common/color.glsl"
#ifndef COLORS
#define COLORS  // every particle has one
#endif
#include "common/stored.glsl"

#define FOOTPRINT_ELLIPSE

const float brightest = 1.0;

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 4) readonly buffer Motions { vec4 motions[]; };  // velocity, a second
#endif

struct Vertex {
  vec3 position;
  vec4 color;  // sRGB, straight alpha
  float radius;
  vec3 velocity;
};

#ifdef ELEMENTS_IN_STORAGE
Vertex fetch(uint element) {
  Stored stored = stored_at(element);
  return Vertex(uintBitsToFloat(stored.vertex.xyz), unpackUnorm4x8(stored.color), uintBitsToFloat(stored.vertex.w),
                motions[element].xyz);
}
#endif

// The same all over the ellipse.
struct Surface {
  vec4 color;  // as it is blended, not premultiplied; alpha in the middle
};

/// Half of the way in pixels: the motion of the middle on the picture at the drawn moment. The depth changes by at most
/// half either way; beyond that the motion is not reliable.
vec2 half_way(vec3 velocity, vec4 clip) {
  vec4 motion = frame.projection * (frame.view * vec4(velocity, 0.0));
  float seconds = min(0.5 * frame.streak, 0.5 * clip.w / max(abs(motion.w), 1e-20));
  vec2 slope = (motion.xy - clip.xy / clip.w * motion.w) / clip.w;
  return 0.5 * seconds * slope * frame.viewport;
}

/// Particles behind the eye have no extent.
Ellipse project(Vertex vertex, out Surface surface) {
  vec4 clip = frame.projection * (frame.view * vec4(vertex.position, 1.0));
  bool seen = is_finite(vertex.position) && clip.w > 0.0;
  if (!seen) clip = vec4(0.0, 0.0, 0.0, 1.0);
  float size = frame.projection[1][1] * vertex.radius * frame.viewport.y / clip.w;
  vec2 way = half_way(vertex.velocity, clip);
  float radius = 0.5 * min(max(1.0, size), 1e7), way_length = length(way);
  Ellipse ellipse;
  ellipse.center = (0.5 * clip.xy / clip.w + 0.5) * frame.viewport;
  ellipse.major = way_length > 1e-4 * radius ? way * ((radius + way_length) / way_length) : vec2(radius, 0.0);
  ellipse.minor = radius;
  ellipse.view_depth = clip.w;
  ellipse.reach = seen ? 1.0 : 0.0;
  vec3 color = blendable(vec4(linear_from_srgb(vertex.color.rgb), 1.0)).rgb;
  surface.color = vec4(color, vertex.color.a * frame.opacity * radius / (radius + way_length));
  return ellipse;
}

/// The premultiplied colour of a place along both axes: 0 is the middle, and the edge is 1 away.
vec4 color_at(Surface surface, vec2 place) {
  float inside = max(1.0 - dot(place, place), 0.0), alpha = surface.color.a * inside * inside;
  return vec4(surface.color.rgb * alpha, alpha);
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
