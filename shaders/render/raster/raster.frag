#version 450
// The colour of an element in a pixel, premultiplied.
#undef ELEMENTS_IN_STORAGE  // vertices are fetched in the stage before
#undef ELEMENTS_IN_ATTRIBUTES
#include ELEMENT

layout(location = 0) out vec4 premultiplied;

#ifdef FOOTPRINT_TRIANGLE
in Surface surface;

void main() {
#ifdef NORMALS
  vec3 face_normal = vec3(0.0);
#else
  vec3 face_normal = cross(dFdx(surface.eye_position), dFdy(surface.eye_position));
#endif
  premultiplied = color_at(surface, face_normal);
}
#endif

#ifdef FOOTPRINT_SPRITE
flat in Surface surface;

void main() { premultiplied = color_at(surface, 2.0 * gl_PointCoord - 1.0); }
#endif
