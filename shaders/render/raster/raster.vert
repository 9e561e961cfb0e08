#version 450
// Elements in the order of the sort, for the hardware's rasteriser. ELEMENT names the file of their kind.
//   ELEMENTS_IN_STORAGE      3n vertices without attributes: order[gl_VertexID / 3] is the triangle
//   ELEMENTS_IN_ATTRIBUTES   the order is the element buffer; that of triangles was expanded to their corners
//   MULTISAMPLED             a pixel has several samples, and shading is that of the middle of those that are covered
#include ELEMENT

#ifdef FOOTPRINT_TRIANGLE
#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 0) readonly buffer Order { uint order[]; };
#endif

#ifdef MULTISAMPLED
centroid out Surface surface;
#ifndef NORMALS
out vec3 plane_position;
#endif
#else
out Surface surface;
#endif

void main() {
#ifdef ELEMENTS_IN_STORAGE
  Vertex vertex = fetch(order[gl_VertexID / 3], uint(gl_VertexID % 3));
#else
  Vertex vertex = fetch();
#endif
  gl_Position = project(vertex, surface);
#if defined(MULTISAMPLED) && !defined(NORMALS)
  plane_position = surface.eye_position;
#endif
}
#endif

#ifdef FOOTPRINT_SPRITE
flat out Surface surface;

void main() {
  float size;
  gl_Position = project(fetch(), size, surface);
  gl_PointSize = clamp(size, 1.0, MAX_POINT_SIZE);
}
#endif
