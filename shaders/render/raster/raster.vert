#version 450
// Elements in the order of the sort, for the hardware's rasteriser. ELEMENT names the file of their kind.
//   ELEMENTS_IN_STORAGE      3n vertices without attributes: order[gl_VertexID / 3] is the element. A sprite is drawn
//                            as a triangle around its disc, so that no limit of the driver shrinks it, and it shows
//                            even if its middle is outside the picture. An ellipse is drawn in the same way, as a
//                            triangle that is as long and thin
//   ELEMENTS_IN_ATTRIBUTES   the order is the index buffer; for triangles it was expanded to corners. Sprites are the
//                            driver's points
//   MULTISAMPLED             a pixel has several samples, and is shaded at the middle of the covered ones
#include ELEMENT

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 0) readonly buffer Order { uint order[]; };
#endif

#ifdef FOOTPRINT_TRIANGLE
#ifdef MULTISAMPLED
centroid out Surface surface;
#ifdef FACE_NORMALS
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
#if defined(MULTISAMPLED) && defined(FACE_NORMALS)
  plane_position = surface.eye_position;
#endif
}
#endif

#ifndef FOOTPRINT_TRIANGLE
flat out Surface surface;
// Corners of a triangle around the unit circle.
const vec2 corners[3] = vec2[](vec2(0.0, 2.0), vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0));
#endif

#ifdef FOOTPRINT_SPRITE
#ifdef ELEMENTS_IN_STORAGE
flat out vec3 disc;

void main() {
  float size;
  vec4 middle = project(fetch(order[gl_VertexID / 3]), size, surface);
  size = max(size, 1.0);
  disc = vec3((0.5 * middle.xy / middle.w + 0.5) * frame.viewport, 2.0 / size);
  gl_Position = middle;
  gl_Position.xy += corners[gl_VertexID % 3] * (size / frame.viewport) * middle.w;
}
#else
void main() {
  float size;
  gl_Position = project(fetch(), size, surface);
  gl_PointSize = clamp(size, 1.0, MAX_POINT_SIZE);
}
#endif
#endif

#ifdef FOOTPRINT_ELLIPSE
flat out EllipseAxes axes;
flat out vec2 center;

void main() {
  Ellipse ellipse = project(fetch(order[gl_VertexID / 3]), surface);
  axes = axes_of(ellipse);
  center = ellipse.center;
  vec2 corner = corners[gl_VertexID % 3] * ellipse.reach;
  float shorter = ellipse.minor * inversesqrt(dot(ellipse.major, ellipse.major));
  vec2 across = vec2(-ellipse.major.y, ellipse.major.x) * shorter;
  vec2 place = ellipse.center + corner.x * ellipse.major + corner.y * across;
  vec4 seen = vec4(2.0 * place / frame.viewport - 1.0, 0.0, 1.0) * ellipse.view_depth;
  gl_Position = ellipse.reach > 0.0 ? seen : outside;
}
#endif
