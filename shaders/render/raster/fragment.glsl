// The colour of an element in a pixel, premultiplied, for fragment shaders: fragment_color().
//   MULTISAMPLED, ELEMENTS_IN_STORAGE   as in raster.vert
#ifdef ELEMENTS_IN_STORAGE
#define IN_STORAGE
#endif
#undef ELEMENTS_IN_STORAGE  // the vertex stage fetches them
#undef ELEMENTS_IN_ATTRIBUTES
#include ELEMENT

#ifdef FOOTPRINT_TRIANGLE
#ifdef MULTISAMPLED
centroid in Surface surface;
#ifdef FACE_NORMALS
// At the pixel's centre, because centroids of neighbours may lie on one line and span no plane.
in vec3 plane_position;
#endif
#else
in Surface surface;
#define plane_position surface.eye_position
#endif

vec4 fragment_color() {
#ifdef FACE_NORMALS
  vec3 face_normal = cross(dFdx(plane_position), dFdy(plane_position));
#else
  vec3 face_normal = vec3(0.0);
#endif
  return color_at(surface, face_normal);
}
#endif

#ifdef FOOTPRINT_SPRITE
flat in Surface surface;

#ifdef IN_STORAGE
flat in vec3 disc;  // its middle, and a pixel's size in radii

vec4 fragment_color() {
  vec2 from_center = (gl_FragCoord.xy - disc.xy) * disc.z;
  if (dot(from_center, from_center) > 1.0) discard;  // empty, but blending it would take time
  return color_at(surface, from_center);
}
#else
// gl_PointCoord counts from the top.
vec4 fragment_color() { return color_at(surface, vec2(2.0, -2.0) * (gl_PointCoord - 0.5)); }
#endif
#endif

#ifdef FOOTPRINT_ELLIPSE
flat in Surface surface;
flat in EllipseAxes axes;
flat in vec2 center;

vec4 fragment_color() {
  vec4 color = color_at(surface, place_at(axes, gl_FragCoord.xy - center));
  if (color.a == 0.0) discard;  // empty, but blending it would take time
  return color;
}
#endif
