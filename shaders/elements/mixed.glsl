// Elements of several kinds in one order: triangles, points, splats and particles of objects, each of which is scaled,
// turned and moved. All are drawn as triangles; those without corners as one around their disc or ellipse, whose
// surface is a place within. So renderers need to know nothing of it. The files of the kinds are included here, under
// names of their own; for the definitions that every kind makes see app/render/elements.h.
//   NORMALS COLORS   always defined; an object without them has a flag (Object)
#ifndef NORMALS
#define NORMALS
#endif
#ifndef COLORS
#define COLORS
#endif
#include "common/color.glsl"
#include "common/ellipse.glsl"
#include "common/finite.glsl"
#include "common/frame.glsl"
#include "common/studio.glsl"
#include "common/vertex.glsl"

// Depths and arrays are shared by all objects, not separate for each kind.
#ifdef FRAGMENT_DEPTH
#include "common/plane_depth.glsl"
#define MIXED_DEPTH
#undef FRAGMENT_DEPTH
#endif
#ifdef ELEMENTS_IN_STORAGE
#define MIXED_IN_STORAGE
#undef ELEMENTS_IN_STORAGE
#endif

#define Surface PointSurface
#define brightest brightest_point
#include "elements/point.glsl"
#undef FOOTPRINT_SPRITE
#undef Surface
#undef brightest

#define Vertex SplatVertex
#define Surface SplatSurface
#define brightest brightest_splat
#include "elements/splat.glsl"
#undef FOOTPRINT_ELLIPSE
#undef FLAT_COLOR
#undef Vertex
#undef Surface
#undef brightest

#define Vertex ParticleVertex
#define vertex_of particle_of
#define Surface ParticleSurface
#define brightest brightest_particle
#include "elements/particle.glsl"
#undef FOOTPRINT_SPRITE
#undef Vertex
#undef vertex_of
#undef Surface
#undef brightest

#define Vertex StreakVertex
#define Surface StreakSurface
#define brightest brightest_streak
#include "elements/streak.glsl"
#undef FOOTPRINT_ELLIPSE
#undef Vertex
#undef Surface
#undef brightest

#define Vertex EllipsoidVertex
#define Surface EllipsoidSurface
#define brightest brightest_ellipsoid
#include "elements/ellipsoid.glsl"
#undef FOOTPRINT_ELLIPSE
#undef SHADED_ELLIPSE
#undef Vertex
#undef Surface
#undef brightest

// All kinds share one surface.
#define project project_corner
#define color_at color_in_triangle
#define brightest brightest_triangle
#include "elements/triangle.glsl"
#undef project
#undef color_at
#undef brightest
#ifndef FACE_NORMALS
#define FACE_NORMALS
#endif
#define KEEPS_PLACES  // kept surfaces (render/tiles/kept_triangle.glsl) hold the place in a disc or an ellipse

#ifdef MIXED_DEPTH
#define FRAGMENT_DEPTH
#endif
#ifdef MIXED_IN_STORAGE
#define ELEMENTS_IN_STORAGE
#endif

#ifndef ENCODED
const float brightest = 24.0;  // as in ellipsoid.glsl
#else
const float brightest = 16.0;  // as in splat.glsl
#endif

// A disc or an ellipse has a surface whose third coordinate is one of these. (That of a place in front of the eye is
// below 0.) The first two are the place within. An ellipsoid also has its alpha added to that, the turned place and the
// first component of its lean in the normal, and the second component in alpha.
const int of_point = 1, of_splat = 2, of_particle = 3, of_streak = 4, of_ellipsoid = 5;

// Flags of an object.
const uint is_mesh = 1u, is_splats = 2u, has_normals = 4u, has_colors = 8u, colors_in_words = 16u, is_particles = 32u,
           is_streaks = 64u, are_ellipsoids = 128u;

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 1) readonly buffer Corners { uint corners[]; };       // of each object, from its first vertex on
// Two words of each splat; the velocity of each particle, per second.
layout(std430, binding = 4) readonly buffer Projected { uvec4 projected[]; };

struct Object {
  vec4 rows[3];  // to the scene; without tiny numbers (keys/keys.glsl)
  uint first;    // first of its elements, in the order's numbers; then of its own data in each array
  uint first_vertex;
  uint first_corner;
  uint first_color;
  uint first_splat;
  uint flags;
  float opacity;
  float scale;
};
const uint most_objects = 64u;  // as in app/scene/objects.h
layout(std140, binding = 2) uniform ObjectBlock {
  uvec4 object_count;
  Object objects[most_objects];
};

/// The object of an element.
uint object_of(uint element) {
  uint low = 0u;
  for (uint step = most_objects / 2u; step > 0u; step /= 2u) {
    if (low + step < object_count.x && objects[low + step].first <= element) low += step;
  }
  return low;
}

mat3x4 rows_of(uint object) { return mat3x4(objects[object].rows[0], objects[object].rows[1], objects[object].rows[2]); }

/// The vertex of a triangle's corner, or of a point or a splat.
uint vertex_at(uint object, uint element, uint corner) {
  uint own = element - objects[object].first;
  if ((objects[object].flags & is_mesh) != 0u) own = corners[objects[object].first_corner + 3u * own + corner];
  return own;
}
#endif

struct MixedVertex {
  vec3 position;  // in the scene
  uint flags;
  float opacity;
  uint corner;
  Vertex own;         // of all but splats
  SplatVertex splat;  // of splats
  float radius;       // of particles
  vec3 velocity;      // likewise
};

/// A corner of a mesh in clip coordinates.
vec4 mesh_corner(Vertex own, uint flags, float opacity, out Surface surface) {
  vec4 clip = project_corner(own, surface);
  if ((flags & has_colors) == 0u) surface.color = vec4(frame.base_color.rgb, 1.0);
  surface.color.a *= opacity;
  return clip;
}

#ifdef ELEMENTS_IN_STORAGE
/// A vertex of a mesh or of points. `words`: as stored.
Vertex own_vertex(uint object, uint vertex, uvec4 words) {
  uint flags = objects[object].flags;
  Vertex own = Vertex(vec4(uintBitsToFloat(words.xyz), 1.0) * rows_of(object), vec3(0.0), vec4(1.0));
  if ((flags & has_normals) != 0u) own.normal = vec4(normal_of(words.w), 0.0) * rows_of(object);
  if ((flags & has_colors) != 0u)
    own.color = unpackUnorm4x8((flags & colors_in_words) != 0u ? words.w : colors[objects[object].first_color + vertex]);
  return own;
}

MixedVertex fetch_of(uint object, uint element, uint corner) {
  uint vertex = vertex_at(object, element, corner), flags = objects[object].flags;
  uvec4 words = vertices[objects[object].first_vertex + vertex];
  MixedVertex result;
  result.position = vec4(uintBitsToFloat(words.xyz), 1.0) * rows_of(object);
  result.flags = flags;
  result.opacity = objects[object].opacity;
  result.corner = corner;
  result.splat = SplatVertex(uvec4(0u), uvec4(0u));
  result.own = Vertex(result.position, vec3(0.0), vec4(1.0));
  result.radius = 0.0;
  result.velocity = vec3(0.0);
  if ((flags & is_splats) != 0u) {
    uint at = 2u * (objects[object].first_splat + vertex);
    result.splat = SplatVertex(projected[at], projected[at + 1u]);
  } else if ((flags & is_particles) != 0u) {
    result.own.color = unpackUnorm4x8(colors[objects[object].first_color + vertex]);
    result.radius = uintBitsToFloat(words.w) * objects[object].scale;
    if ((flags & is_streaks) != 0u) {
      vec3 velocity = uintBitsToFloat(projected[2u * objects[object].first_splat + vertex].xyz);
      result.velocity = vec4(velocity, 0.0) * rows_of(object);
    }
  } else {
    result.own = own_vertex(object, vertex, words);
  }
  return result;
}

MixedVertex fetch(uint element, uint corner) { return fetch_of(object_of(element), element, corner); }

/// A corner of a mesh, by its number, in clip coordinates.
vec4 mesh_corner_at(uint object, uint element, uint corner, out Surface surface) {
  uint vertex = vertex_at(object, element, corner);
  Vertex own = own_vertex(object, vertex, vertices[objects[object].first_vertex + vertex]);
  return mesh_corner(own, objects[object].flags, objects[object].opacity, surface);
}
#endif
#define Vertex MixedVertex

// Corners of a triangle around the unit circle.
const vec2 corners_round_disc[3] = vec2[](vec2(0.0, 2.0), vec2(-1.7320508, -1.0), vec2(1.7320508, -1.0));

// Some triangles enclose a disc or an ellipse.
#define ROUND_SHAPES
bool is_round(Surface corner) { return corner.eye_position.z > 0.5; }

/// An element that is drawn as a disc or an ellipse: the same for its three corners.
struct RoundElement {
  int what;
  vec4 color;
  bool is_disc;
  vec4 middle;  // of a disc, in clip coordinates
  float size;   // likewise: its width in pixels
  Ellipse ellipse;
  vec4 turn;    // of an ellipsoid, as the next two
  float lean;
  float alpha;
};

RoundElement round_disc(int what, vec4 color, vec4 middle, float size) {
  const Ellipse none = Ellipse(vec2(0.0), vec2(1.0, 0.0), 1.0, 1.0, 0.0);
  return RoundElement(what, color, true, middle, max(size, 1.0), none, vec4(0.0), 0.0, 0.0);
}

RoundElement round_ellipse(int what, vec4 color, Ellipse ellipse) {
  return RoundElement(what, color, false, vec4(0.0), 0.0, ellipse, vec4(0.0), 0.0, 0.0);
}

RoundElement round_splat(MixedVertex vertex) {
  SplatSurface its;
  Ellipse ellipse = project(vertex.splat, its);
  return round_ellipse(of_splat, its.color, ellipse);
}

RoundElement round_ellipsoid(MixedVertex vertex) {
  EllipsoidSurface its;
  Ellipse ellipse = project(EllipsoidVertex(vertex.position, vertex.splat.ellipse, vertex.splat.color), its);
  RoundElement result = round_ellipse(of_ellipsoid, vec4(its.color.rgb, its.lean.y), ellipse);
  result.turn = its.turn;
  result.lean = its.lean.x;
  result.alpha = its.color.a;
  return result;
}

RoundElement round_streak(MixedVertex vertex) {
  StreakSurface its;
  Ellipse ellipse =
      project(StreakVertex(vertex.position, vertex.own.color, vertex.radius, vertex.velocity), its);
  return round_ellipse(of_streak, vec4(its.color.rgb, its.color.a * vertex.opacity), ellipse);
}

RoundElement round_particle(MixedVertex vertex) {
  ParticleSurface its;
  float size;
  vec4 middle = project(ParticleVertex(vertex.position, vertex.own.color, vertex.radius), size, its);
  return round_disc(of_particle, vec4(its.color.rgb, its.color.a * vertex.opacity), middle, size);
}

RoundElement round_point(MixedVertex vertex) {
  PointSurface its;
  float size;
  vec4 middle = project(vertex.own, size, its);
  vec4 color = vec4(its.color.rgb, its.color.a * vertex.opacity);
  if ((vertex.flags & has_colors) == 0u) color.rgb *= frame.base_color.rgb;
  if ((vertex.flags & (has_colors | has_normals)) == 0u)
    color.rgb *= shade_of_depth((frame.view * vec4(vertex.position, 1.0)).xyz);
  return round_disc(of_point, color, middle, size);
}

/// For all kinds except triangles.
RoundElement round_element(MixedVertex vertex) {
  if ((vertex.flags & are_ellipsoids) != 0u) return round_ellipsoid(vertex);
  if ((vertex.flags & is_splats) != 0u) return round_splat(vertex);
  if ((vertex.flags & is_streaks) != 0u) return round_streak(vertex);
  if ((vertex.flags & is_particles) != 0u) return round_particle(vertex);
  return round_point(vertex);
}

/// A corner of the triangle around it, in clip coordinates.
vec4 round_corner(RoundElement its, uint number, out Surface surface) {
  vec2 corner = corners_round_disc[number];
  if (!its.is_disc) corner *= its.ellipse.reach;
  surface.eye_position = vec3(corner, float(its.what) + its.alpha);
  surface.eye_normal =
      its.what == of_ellipsoid ? vec3(its.turn.xy * corner.x + its.turn.zw * corner.y, its.lean) : vec3(0.0);
  surface.color = its.color;
  if (its.is_disc) {
    vec4 clip = its.middle;
    clip.xy += corner * (its.size / frame.viewport) * clip.w;
    return clip;
  }
  Ellipse ellipse = its.ellipse;
  float shorter = ellipse.minor * inversesqrt(dot(ellipse.major, ellipse.major));
  vec2 across = vec2(-ellipse.major.y, ellipse.major.x) * shorter;
  vec2 place = ellipse.center + corner.x * ellipse.major + corner.y * across;
  vec4 seen = vec4(2.0 * place / frame.viewport - 1.0, 0.0, 1.0) * ellipse.view_depth;
  return ellipse.reach > 0.0 ? seen : outside;
}

/// The place of a corner, in clip coordinates: of a triangle, or of the one around a disc or an ellipse.
vec4 project(MixedVertex vertex, out Surface surface) {
  if ((vertex.flags & is_mesh) != 0u) return mesh_corner(vertex.own, vertex.flags, vertex.opacity, surface);
  return round_corner(round_element(vertex), vertex.corner, surface);
}

#ifdef ELEMENTS_IN_STORAGE
/// The common values of a round element's corners are computed once.
ClipCorners clip_corners(uint element, out Surface a, out Surface b, out Surface c) {
  uint object = object_of(element);
  if ((objects[object].flags & is_mesh) != 0u)
    return ClipCorners(mesh_corner_at(object, element, 0u, a), mesh_corner_at(object, element, 1u, b),
                       mesh_corner_at(object, element, 2u, c));
  RoundElement its = round_element(fetch_of(object, element, 0u));
  return ClipCorners(round_corner(its, 0u, a), round_corner(its, 1u, b), round_corner(its, 2u, c));
}
#endif

/// The premultiplied colour of a place. `face_normal` is used if the mesh has no normals.
vec4 color_at(Surface surface, vec3 face_normal) {
  int what = int(surface.eye_position.z + 0.5);
  vec2 place = surface.eye_position.xy;
  if (surface.eye_position.z > float(of_ellipsoid) - 0.25) {
    vec4 color = vec4(surface.color.rgb, surface.eye_position.z - float(of_ellipsoid));
    return color_of_body(color, surface.eye_normal.xy, vec2(surface.eye_normal.z, surface.color.a), place);
  }
  if (what == of_splat) return color_at(SplatSurface(surface.color), place);
  if (what == of_point) return color_at(PointSurface(surface.color), place);
  if (what == of_particle) return color_at(ParticleSurface(surface.color), place);
  if (what == of_streak) return color_at(StreakSurface(surface.color), place);
  if (surface.eye_normal == vec3(0.0)) surface.eye_normal = face_normal;
  return color_in_triangle(surface, face_normal);
}

#ifdef FRAGMENT_DEPTH
struct MixedDepth {
  bool is_plane;  // of a triangle; else all fragments are as far as the middle
  Depth plane;
  uint key;
};
#define Depth MixedDepth

uvec3 corner_bits(uint object, uint element, uint corner) {
  uint vertex = objects[object].first_vertex + vertex_at(object, element, corner);
  return farfirst_transformed(vertices[vertex].xyz, rows_of(object));
}

uint element_key(uint element, int sort_point) {
  uint object = object_of(element);
  uvec3 first = corner_bits(object, element, 0u);
  if ((objects[object].flags & is_mesh) == 0u) return farfirst_key_of_point(first, viewpoint(), frame.metric);
  return farfirst_key_of_triangle(first, corner_bits(object, element, 1u), corner_bits(object, element, 2u), viewpoint(),
                                  frame.metric, sort_point);
}

MixedDepth depth_of(uint element) {
  uint object = object_of(element);
  uvec3 first = corner_bits(object, element, 0u);
  MixedDepth result;
  result.is_plane = (objects[object].flags & is_mesh) != 0u;
  result.key = farfirst_key_of_point(first, viewpoint(), frame.metric);
  if (result.is_plane)
    result.plane = depth_of_corners(first, corner_bits(object, element, 1u), corner_bits(object, element, 2u));
  return result;
}

uint depth_key(MixedDepth depth, vec2 place) { return depth.is_plane ? depth_key(depth.plane, place) : depth.key; }
#endif
