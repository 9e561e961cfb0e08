// A vertex of a model, for the kinds that draw models: from storage blocks (vertex_at) or from attributes (fetch), as
// app/render/elements.h says.
//   NORMALS COLORS   the model has them
struct Vertex {
  vec3 position;
#ifdef NORMALS
  vec3 normal;
#endif
#ifdef COLORS
  vec4 color;  // sRGB, straight alpha
#endif
};

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 2) readonly buffer Positions { float positions[]; };
#ifdef NORMALS
layout(std430, binding = 3) readonly buffer Normals { uvec2 normals[]; };
#endif
#ifdef COLORS
layout(std430, binding = 4) readonly buffer Colors { uint colors[]; };
#endif

Vertex vertex_at(uint i) {
  Vertex result;
  result.position = vec3(positions[3u * i], positions[3u * i + 1u], positions[3u * i + 2u]);
#ifdef NORMALS
  uvec2 packed_normal = normals[i];
  result.normal = vec3(unpackSnorm2x16(packed_normal.x), unpackSnorm2x16(packed_normal.y).x);
#endif
#ifdef COLORS
  result.color = unpackUnorm4x8(colors[i]);
#endif
  return result;
}
#endif

#ifdef ELEMENTS_IN_ATTRIBUTES
layout(location = 0) in vec3 position;
#ifdef NORMALS
layout(location = 1) in vec3 normal;
#endif
#ifdef COLORS
layout(location = 2) in vec4 color;
#endif

Vertex fetch() {
  Vertex result;
  result.position = position;
#ifdef NORMALS
  result.normal = normal;
#endif
#ifdef COLORS
  result.color = color;
#endif
  return result;
}
#endif
