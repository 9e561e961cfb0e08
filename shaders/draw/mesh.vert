#version 450
// Triangles of a mesh, in the order of the sort.
//   PULLED   3n vertices without attributes: order[gl_VertexID / 3] is the triangle, corners[] its vertices
//   else     an element buffer that was expanded from the order, and vertex attributes
//   NORMALS COLORS   the mesh has them
#include "common/frame.glsl"
#include "common/color.glsl"

#ifdef PULLED
layout(std430, binding = 0) readonly buffer Order { uint order[]; };
layout(std430, binding = 1) readonly buffer Corners { uint corners[]; };
layout(std430, binding = 2) readonly buffer Positions { float positions[]; };
layout(std430, binding = 3) readonly buffer Normals { uvec2 normals[]; };
layout(std430, binding = 4) readonly buffer Colors { uint colors[]; };
#else
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 color;
#endif

out vec3 eye_position;
#ifdef NORMALS
out vec3 eye_normal;
#endif
#ifdef COLORS
out vec4 surface_color;
#endif

void main() {
#ifdef PULLED
  uint corner = 3u * order[gl_VertexID / 3] + uint(gl_VertexID % 3);
  uint vertex = corners[corner];
  vec3 position = vec3(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
#ifdef NORMALS
  uvec2 packed_normal = normals[vertex];
  vec3 normal = vec3(unpackSnorm2x16(packed_normal.x), unpackSnorm2x16(packed_normal.y).x);
#endif
#ifdef COLORS
  vec4 color = unpackUnorm4x8(colors[vertex]);
#endif
#endif

  vec4 eye = frame.view * vec4(position, 1.0);
  eye_position = eye.xyz;
  gl_Position = frame.projection * eye;
#ifdef NORMALS
  eye_normal = mat3(frame.view) * normal;
#endif
#ifdef COLORS
  surface_color = vec4(linear_from_srgb(color.rgb), color.a);
#endif
}
