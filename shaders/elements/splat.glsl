// Gaussian splats: ellipses whose alpha falls off as a normal distribution. splat/project.comp has projected them for
// the frame, and found their colours. For common definitions of kinds see app/render/elements.h.
#include "common/frame.glsl"
#include "common/ellipse.glsl"
#include "common/finite.glsl"
#include "common/stored.glsl"

#define FOOTPRINT_ELLIPSE
#define FLAT_COLOR  // uniform: only alphas_at() depends on the place

const float brightest = 16.0;  // to which project.comp limits colours

// As in the reference, no splat is fully opaque, and alphas below frame.least_alpha are invisible.
const float most_alpha = 0.99;

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 4) readonly buffer Projected { uvec4 projected[]; };  // two of each element
#endif

struct Vertex {
  uvec4 ellipse, color;
};

#ifdef ELEMENTS_IN_STORAGE
Vertex fetch(uint element) { return Vertex(projected[2u * element], projected[2u * element + 1u]); }
#endif

// The same all over the ellipse.
struct Surface {
  vec4 color;  // as it is blended, not premultiplied; alpha in the middle
};

Ellipse project(Vertex vertex, out Surface surface) {
  Ellipse ellipse;
  ellipse.center = uintBitsToFloat(vertex.ellipse.xy);
  ellipse.major = uintBitsToFloat(vertex.ellipse.zw);
  ellipse.minor = uintBitsToFloat(vertex.color.x);
  ellipse.view_depth = uintBitsToFloat(vertex.color.y);
  surface.color = vec4(unpackHalf2x16(vertex.color.z), unpackHalf2x16(vertex.color.w));
  ellipse.reach = sqrt(2.0 * log(max(surface.color.a / frame.least_alpha, 1.0)));
  return ellipse;
}

/// The premultiplied colour of a place, in standard deviations along both axes.
vec4 color_at(Surface surface, vec2 place) {
  float alpha = min(surface.color.a * exp(-0.5 * dot(place, place)), most_alpha);
  return alpha < frame.least_alpha ? vec4(0.0) : vec4(surface.color.rgb * alpha, alpha);
}

// The alphas of four places at once, from places along both axes, in standard deviations times the unit, and the kept
// value of the element. The same as color_at() except for rounding.
const float place_unit = sqrt(0.5 * 1.44269504);  // a normal distribution as a power of 2

float kept_alpha(Surface surface) { return log2(surface.color.a); }

/// In the same unit.
float square_of_reach(float kept) { return max(kept - frame.log_least_alpha, 0.0); }

vec4 alphas_at(float kept, vec4 along, vec4 across) {
  vec4 exponent = kept - along * along - across * across;
  return mix(min(exp2(exponent), most_alpha), vec4(0.0), lessThan(exponent, vec4(frame.log_least_alpha)));
}

#ifdef FRAGMENT_DEPTH
#include "common/center_depth.glsl"
#endif
