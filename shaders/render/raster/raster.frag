#version 450
// The colour of an element in a pixel, premultiplied.
//   MULTISAMPLED   as in raster.vert
#undef ELEMENTS_IN_STORAGE  // vertices are fetched in the stage before
#undef ELEMENTS_IN_ATTRIBUTES
#include ELEMENT

layout(location = 0) out vec4 premultiplied;

#ifdef FOOTPRINT_TRIANGLE
#ifdef MULTISAMPLED
centroid in Surface surface;
#ifndef NORMALS
// At the pixel's centre: centroids of neighbours may lie on one line, and then span no plane.
in vec3 plane_position;
#endif
#else
in Surface surface;
#define plane_position surface.eye_position
#endif

void main() {
#ifdef NORMALS
  vec3 face_normal = vec3(0.0);
#else
  vec3 face_normal = cross(dFdx(plane_position), dFdy(plane_position));
#endif
  premultiplied = color_at(surface, face_normal);
}
#endif

#ifdef FOOTPRINT_SPRITE
flat in Surface surface;

void main() { premultiplied = color_at(surface, 2.0 * gl_PointCoord - 1.0); }
#endif
