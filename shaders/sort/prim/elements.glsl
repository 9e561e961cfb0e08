// The elements of a source of a distance job: farfirst_key_at(i), or its two halves, loads and arithmetic. For compute
// and vertex shaders; sort/src/gl/prim/elements.h binds these. Positions are passed as bits: see keys/keys.glsl.
// With ANY_SOURCE they may be stored in any format and be transformed, and the eye may be in a buffer.
#include "keys/keys.glsl"

layout(std430, binding = 6) readonly buffer farfirst_Positions { uint farfirst_positions[]; };
layout(std430, binding = 7) readonly buffer farfirst_Triangles { uint farfirst_triangles[]; };
layout(location = 16) uniform uint farfirst_stride;  // in words
layout(location = 17) uniform uint farfirst_positions_begin;
layout(location = 18) uniform uint farfirst_triangles_begin;
layout(location = 19) uniform uint farfirst_of_triangles;
layout(location = 20) uniform uint farfirst_metric;
layout(location = 21) uniform uint farfirst_representative;
layout(location = 22) uniform uvec3 farfirst_eye;
layout(location = 23) uniform uvec3 farfirst_axis;

#ifdef ANY_SOURCE
layout(std430, binding = 2) readonly buffer farfirst_View { uint farfirst_view[]; };  // eye, axis
layout(location = 24) uniform uint farfirst_view_at;                                  // all ones: the uniforms are used
layout(location = 25) uniform uint farfirst_format;
layout(location = 26) uniform uvec3 farfirst_scale;  // these without tiny numbers
layout(location = 27) uniform uvec3 farfirst_offset;
layout(location = 28) uniform uint farfirst_moves;  // by the transform
layout(location = 29) uniform uvec4 farfirst_transform[3];

const uint farfirst_float32 = 0u;  // as enum PositionFormat
const uint farfirst_float16 = 1u;

uvec3 farfirst_stored_at(uint at) {
  uint first = farfirst_positions[at], second = farfirst_positions[at + 1u];
  if (farfirst_format == farfirst_float32) return uvec3(first, second, farfirst_positions[at + 2u]);
  uvec3 halves = uvec3(first & 0xFFFFu, first >> 16, second & 0xFFFFu);
  uvec3 p;
  for (int i = 0; i < 3; ++i) {
    p[i] = farfirst_format == farfirst_float16
               ? farfirst_of_half(halves[i])
               : farfirst_of_unorm(halves[i], uintBitsToFloat(farfirst_scale[i]), uintBitsToFloat(farfirst_offset[i]));
  }
  return p;
}

uvec3 farfirst_position_at(uint vertex) {
  uvec3 p = farfirst_stored_at(farfirst_positions_begin + vertex * farfirst_stride);
  if (farfirst_moves == 0u) return p;
  return farfirst_transformed(p, mat3x4(uintBitsToFloat(farfirst_transform[0]), uintBitsToFloat(farfirst_transform[1]),
                                        uintBitsToFloat(farfirst_transform[2])));
}

farfirst_Viewpoint farfirst_viewpoint() {
  uvec3 eye = farfirst_eye, axis = farfirst_axis;
  uint at = farfirst_view_at;
  if (at != 0xFFFFFFFFu) {
    eye = uvec3(farfirst_view[at], farfirst_view[at + 1u], farfirst_view[at + 2u]);
    axis = uvec3(farfirst_view[at + 3u], farfirst_view[at + 4u], farfirst_view[at + 5u]);
  }
  return farfirst_prepared(uintBitsToFloat(eye), uintBitsToFloat(axis));
}
#else
uvec3 farfirst_position_at(uint vertex) {
  uint at = farfirst_positions_begin + vertex * farfirst_stride;
  return uvec3(farfirst_positions[at], farfirst_positions[at + 1u], farfirst_positions[at + 2u]);
}

farfirst_Viewpoint farfirst_viewpoint() {
  return farfirst_prepared(uintBitsToFloat(farfirst_eye), uintBitsToFloat(farfirst_axis));
}
#endif

// The corners of a triangle; of a point its position, three times.
struct farfirst_Element {
  uvec3 a;
  uvec3 b;
  uvec3 c;
};

#ifdef ANY_SOURCE
// In a loop that compilers must not unroll, since that is slow: the host sets the number of iterations.
farfirst_Element farfirst_element_at(uint i) {
  uvec3 vertices = uvec3(i);
  uint corner = farfirst_triangles_begin + 3u * i;
  if (farfirst_of_triangles != 0u) {
    vertices = uvec3(farfirst_triangles[corner], farfirst_triangles[corner + 1u], farfirst_triangles[corner + 2u]);
  }
  farfirst_Element element;
  for (uint k = 0u; k <= 2u * farfirst_of_triangles; ++k) {
    element = farfirst_Element(element.b, element.c, farfirst_position_at(vertices.x));
    vertices = vertices.yzx;
  }
  if (farfirst_of_triangles == 0u) element.a = element.c;
  return element;
}
#else
farfirst_Element farfirst_point_at(uint i) {
  uvec3 position = farfirst_position_at(i);
  return farfirst_Element(position, position, position);
}

farfirst_Element farfirst_triangle_at(uint i) {
  uint corner = farfirst_triangles_begin + 3u * i;
  return farfirst_Element(farfirst_position_at(farfirst_triangles[corner]),
                          farfirst_position_at(farfirst_triangles[corner + 1u]),
                          farfirst_position_at(farfirst_triangles[corner + 2u]));
}

farfirst_Element farfirst_element_at(uint i) {
  if (farfirst_of_triangles == 0u) return farfirst_point_at(i);
  return farfirst_triangle_at(i);
}
#endif

// Long, and full of branches. Compilers inline it at every call, and take seconds if there are many.
uint farfirst_key_of_element(farfirst_Element element) {
  farfirst_Viewpoint view = farfirst_viewpoint();
  int metric = int(farfirst_metric);
  if (farfirst_of_triangles == 0u) return farfirst_key_of_point(element.a, view, metric);
  return farfirst_key_of_triangle(element.a, element.b, element.c, view, metric, int(farfirst_representative));
}

uint farfirst_key_at(uint i) { return farfirst_key_of_element(farfirst_element_at(i)); }
