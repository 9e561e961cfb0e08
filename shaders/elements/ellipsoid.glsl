// Splats as lit bodies: the surface at which a Gaussian has fallen to a fixed share, as translucent as the splat is in
// its middle. On the picture that is the splat's ellipse, whose third axis leads to the eye: the place along it follows
// from those along the other two, and the normal is a linear function of the three. splat/project.comp has prepared the
// coefficients. For the definitions that every kind makes see app/render/elements.h.
#include "common/frame.glsl"
#include "common/ellipse.glsl"
#include "common/finite.glsl"
#include "common/color.glsl"
#include "common/studio.glsl"
#include "common/stored.glsl"

#define FOOTPRINT_ELLIPSE
#define SHADED_ELLIPSE  // its surface is more than a colour

// The brightest colour that project.comp outputs, in the best light.
#ifndef ENCODED
const float brightest = 24.0;
#else
const float brightest = 4.0;  // sRGB of that
#endif

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 4) readonly buffer Projected { uvec4 projected[]; };  // two of each element
#endif

struct Vertex {
  vec3 position;
  uvec4 shape, rest;
};

#ifdef ELEMENTS_IN_STORAGE
Vertex fetch(uint element) {
  return Vertex(uintBitsToFloat(stored_at(element).vertex.xyz), projected[2u * element], projected[2u * element + 1u]);
}
#endif

// The same all over the ellipse.
struct Surface {
  vec4 color;  // linear, not premultiplied
  vec4 turn;   // a place along the two axes, times these two columns, and
  vec2 lean;   // the height above it times this: the normal, beside that height
};

// The square of a body's radius in standard deviations: a disc of its opacity hides as much as the splat.
const float square_of_body = 2.0;

/// The component across the line of sight (with these slopes) of a function on the picture, given its slope there.
vec2 across_sight(vec2 along_picture, vec2 slope) {
  float width = sqrt(1.0 + slope.x * slope.x), length = sqrt(1.0 + dot(slope, slope));
  return vec2(along_picture.x * width + along_picture.y * slope.x * slope.y / width, along_picture.y * length / width);
}

/// Invisible splats have no extent.
Ellipse project(Vertex vertex, out Surface surface) {
  vec4 eye = frame.view * vec4(vertex.position, 1.0), clip = frame.projection * eye;
  surface.color = vec4(unpackHalf2x16(vertex.rest.z), unpackHalf2x16(vertex.rest.w));
  bool seen = surface.color.a >= frame.least_alpha && clip.w > 0.0 && is_finite(vertex.position);
  if (!seen) eye = vec4(0.0, 0.0, -1.0, 1.0), clip = vec4(0.0, 0.0, 0.0, 1.0);
  vec3 shape = uintBitsToFloat(vertex.shape.xyz);
  Ellipse ellipse;
  ellipse.center = (0.5 * clip.xy / clip.w + 0.5) * frame.viewport;
  ellipse.major = seen ? shape.xy : vec2(1.0, 0.0);
  ellipse.minor = seen ? shape.z : 1.0;
  ellipse.view_depth = clip.w;
  ellipse.reach = seen ? sqrt(square_of_body) : 0.0;

  EllipseAxes axes = axes_of(ellipse);
  float thickness = uintBitsToFloat(vertex.shape.w);
  vec2 inclined = uintBitsToFloat(vertex.rest.xy), slope = eye.xy / -eye.z;
  vec2 along = across_sight(axes.along, slope), across = across_sight(axes.across, slope);
  surface.turn = thickness * vec4(along, across);
  surface.lean = clamp(-inclined.x * along - inclined.y * across, -1e3, 1e3);
  return ellipse;
}

/// The lit colour at a place in standard deviations. It is seen from the front, wherever in the picture it is.
/// `turned`: the surface's turn times that place.
vec4 color_of_body(vec4 color, vec2 turned, vec2 lean, vec2 place) {
  float inside = max(1.0 - dot(place, place) / square_of_body, 0.0), height = sqrt(square_of_body * inside);
  vec3 normal = vec3(turned + height * lean, height);
  float square = dot(normal, normal);
  normal = square > 0.0 ? normal * inversesqrt(square) : vec3(0.0, 0.0, 1.0);
  float alpha = min(color.a, 0.99) * min(8.0 * inside, 1.0);  // a soft rim, as spheres have
  vec3 light = color.rgb * (1.25 * diffuse_light(normal));
  return alpha < frame.least_alpha ? vec4(0.0) : blendable(vec4(light * alpha, alpha));
}

vec4 color_at(Surface surface, vec2 place) {
  return color_of_body(surface.color, surface.turn.xy * place.x + surface.turn.zw * place.y, surface.lean, place);
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
