// A vertex of a model, for the kinds that draw models.
//   NORMALS COLORS   the model has them
#include "common/stored.glsl"

struct Vertex {
  vec3 position;
#ifdef NORMALS
  vec3 normal;
#endif
#ifdef COLORS
  vec4 color;  // sRGB, straight alpha
#endif
};

/// The normal of unit length, or zero, from a word. The inverse is packed_normal in app/render/mesh_elements.cpp.
vec3 normal_of(uint word) {
  if (word == 0x80008000u) return vec3(0.0);
  vec2 place = unpackSnorm2x16(word);
  float above = 1.0 - abs(place.x) - abs(place.y);
  float fold = max(-above, 0.0);
  return normalize(vec3(place.x + (place.x < 0.0 ? fold : -fold), place.y + (place.y < 0.0 ? fold : -fold), above));
}

Vertex vertex_of(Stored stored) {
  Vertex result;
  result.position = uintBitsToFloat(stored.vertex.xyz);
#ifdef NORMALS
  result.normal = normal_of(stored.vertex.w);
#endif
#ifdef COLORS
  result.color = unpackUnorm4x8(stored.color);
#endif
  return result;
}
