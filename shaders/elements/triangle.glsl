// Triangles of a mesh: thin coloured sheets of glass, lit from both sides. For the definitions that every kind makes
// see app/render/elements.h.
//   NORMALS COLORS   the mesh has them
#include "common/frame.glsl"
#include "common/color.glsl"
#include "common/studio.glsl"
#include "common/vertex.glsl"

#define FOOTPRINT_TRIANGLE
#ifndef NORMALS
#define FACE_NORMALS  // color_at() needs the plane's
#endif

// Diffuse light with four times the highlights, 3.50 for the best of normals; the highlights of a sheet count four times
// its opacity at most.
#ifndef ENCODED
const float brightest = 3.6;
#else
const float brightest = 1.8;  // sRGB of that
#endif

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 1) readonly buffer Corners { uint corners[]; };

Vertex fetch(uint element, uint corner) { return vertex_of(stored_at(corners[3u * element + corner])); }
#endif

#ifdef ELEMENTS_IN_ATTRIBUTES
Vertex fetch() { return vertex_of(stored()); }
#endif

// The values that are interpolated over the triangle.
struct Surface {
  vec3 eye_position;
#ifdef NORMALS
  vec3 eye_normal;
#endif
#ifdef COLORS
  vec4 color;  // linear
#endif
};

/// The place of a corner, in clip coordinates.
vec4 project(Vertex vertex, out Surface surface) {
  vec4 eye = frame.view * vec4(vertex.position, 1.0);
  surface.eye_position = eye.xyz;
#ifdef NORMALS
  surface.eye_normal = mat3(frame.view) * vertex.normal;
#endif
#ifdef COLORS
  surface.color = vec4(linear_from_srgb(vertex.color.rgb), vertex.color.a);
#endif
  return frame.projection * eye;
}

// The three corners of a triangle, in clip coordinates.
struct ClipCorners {
  vec4 a, b, c;
};

#ifdef ELEMENTS_IN_STORAGE
ClipCorners clip_corners(uint element, out Surface a, out Surface b, out Surface c) {
  return ClipCorners(project(fetch(element, 0u), a), project(fetch(element, 1u), b), project(fetch(element, 2u), c));
}
#endif

/// The surface within a triangle, from those at its corners. The shares sum up to 1.
Surface interpolated(Surface a, Surface b, Surface c, vec3 share) {
  Surface surface;
  surface.eye_position = share.x * a.eye_position + share.y * b.eye_position + share.z * c.eye_position;
#ifdef NORMALS
  surface.eye_normal = share.x * a.eye_normal + share.y * b.eye_normal + share.z * c.eye_normal;
#endif
#ifdef COLORS
  surface.color = share.x * a.color + share.y * b.color + share.z * c.color;
#endif
  return surface;
}

/// The normal of the triangle's plane, of any length and sign.
vec3 face_normal(Surface a, Surface b, Surface c) {
  return cross(b.eye_position - a.eye_position, c.eye_position - a.eye_position);
}

/// The unit vector along v, or `otherwise` if v has no direction.
vec3 direction_of(vec3 v, vec3 otherwise) {
  float square = dot(v, v);
  return square > 0.0 ? v * inversesqrt(square) : otherwise;
}

/// The premultiplied colour. `face_normal` is that of the triangle's plane, of any length and sign; it is used only if
/// the mesh has no normals.
vec4 color_at(Surface surface, vec3 face_normal) {
  vec3 to_eye = direction_of(-surface.eye_position, vec3(0.0, 0.0, 1.0));
#ifdef NORMALS
  vec3 normal = direction_of(surface.eye_normal, to_eye);
#else
  vec3 normal = direction_of(face_normal, to_eye);
#endif
  float facing = dot(normal, to_eye);
  normal = facing < 0.0 ? -normal : normal;

#ifdef COLORS
  vec3 albedo = surface.color.rgb;
  float opacity = surface.color.a * frame.opacity;
#else
  vec3 albedo = frame.base_color.rgb;
  float opacity = frame.opacity;
#endif

  // Seen edge-on, light passes through more of the sheet: the exponent of Beer's law grows, in the shape of Schlick's
  // approximation of Fresnel's law. Opacities of 0 and 1 stay the same.
  float edge = 1.0 - min(abs(facing), 1.0);
  float schlick = edge * edge * edge;
  float alpha = 1.0 - exp2(log2(max(1.0 - opacity, 1e-6)) * (1.0 + 10.0 * frame.fresnel * schlick));

  // The highlight is reflected light: it is added to the transmitted light, and fades with very thin sheets.
  vec3 highlight = specular_light(normal, to_eye) * min(4.0 * opacity, 1.0);
  return blendable(vec4(albedo * diffuse_light(normal) * alpha + highlight, alpha));
}

#ifdef FRAGMENT_DEPTH
#include "common/plane_depth.glsl"

uvec3 corner_bits(uint element, uint corner) { return vertices[corners[3u * element + corner]].xyz; }

Depth depth_of(uint element) {
  return depth_of_corners(corner_bits(element, 0u), corner_bits(element, 1u), corner_bits(element, 2u));
}

uint element_key(uint element, int sort_point) {
  return farfirst_key_of_triangle(corner_bits(element, 0u), corner_bits(element, 1u), corner_bits(element, 2u),
                                  viewpoint(), frame.metric, sort_point);
}
#endif
