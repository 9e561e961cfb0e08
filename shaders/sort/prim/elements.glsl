// The elements of a distance job: farfirst_key_at(i), or its two halves, loads and arithmetic. For compute and vertex
// shaders; sort/src/gl/prim/elements.h binds what stands here. Positions come in as bits: see keys/keys.glsl.
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

uvec3 farfirst_position_at(uint vertex) {
  uint at = farfirst_positions_begin + vertex * farfirst_stride;
  return uvec3(farfirst_positions[at], farfirst_positions[at + 1u], farfirst_positions[at + 2u]);
}

// The corners of a triangle; of a point its position, three times.
struct farfirst_Element {
  uvec3 a;
  uvec3 b;
  uvec3 c;
};

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

// Long, and full of branches. Compilers inline it wherever it is called, and need seconds if that is often.
uint farfirst_key_of_element(farfirst_Element element) {
  farfirst_Viewpoint view = farfirst_prepared(uintBitsToFloat(farfirst_eye), uintBitsToFloat(farfirst_axis));
  int metric = int(farfirst_metric);
  if (farfirst_of_triangles == 0u) return farfirst_key_of_point(element.a, view, metric);
  return farfirst_key_of_triangle(element.a, element.b, element.c, view, metric, int(farfirst_representative));
}

uint farfirst_key_at(uint i) {
  farfirst_Element element;
  if (farfirst_of_triangles == 0u) {
    element = farfirst_point_at(i);
  } else {
    element = farfirst_triangle_at(i);
  }
  return farfirst_key_of_element(element);
}
