// The elements of a distance job: farfirst_key_at(i). For compute and vertex shaders; sort/src/gl/prim/elements.h binds
// what stands here. Positions come in as bits: see keys/keys.glsl.
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

uint farfirst_key_at(uint i) {
  farfirst_Viewpoint view = farfirst_prepared(uintBitsToFloat(farfirst_eye), uintBitsToFloat(farfirst_axis));
  int metric = int(farfirst_metric);
  if (farfirst_of_triangles == 0u) return farfirst_key_of_point(farfirst_position_at(i), view, metric);
  uint corner = farfirst_triangles_begin + 3u * i;
  return farfirst_key_of_triangle(farfirst_position_at(farfirst_triangles[corner]),
                                  farfirst_position_at(farfirst_triangles[corner + 1u]),
                                  farfirst_position_at(farfirst_triangles[corner + 2u]), view, metric,
                                  int(farfirst_representative));
}
