// An element on the picture: its place, and the samples of a pixel that it covers, as in `tiles`.
#include "render/tiles/samples.glsl"
#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/triangle.glsl"

struct Shape {
  ClipCorners clip;
  bool is_clipped;
};

#ifdef WITH_SURFACES
Surface surface_a, surface_b, surface_c;  // of the shape of last
#endif

Shape shape_of(uint element) {
  Shape shape;
#ifndef WITH_SURFACES
  Surface surface_a, surface_b, surface_c;
#endif
  shape.clip = clip_corners(element, surface_a, surface_b, surface_c);
  shape.is_clipped = !(is_inside(shape.clip.a) && is_inside(shape.clip.b) && is_inside(shape.clip.c));
  return shape;
}

/// The pixels of the picture that it may cover, both ends included. False if there are none.
bool pixels_of(Shape shape, out ivec2 first, out ivec2 last) {
  if (is_outside_one_plane(shape.clip.a, shape.clip.b, shape.clip.c)) return false;
  if (shape.is_clipped) return pixels_of_clipped(shape.clip.a, shape.clip.b, shape.clip.c, first, last);
  ivec2 a = snapped(shape.clip.a), b = snapped(shape.clip.b), c = snapped(shape.clip.c);
  return pixels_between(min(min(a, b), c), max(max(a, b), c), sample_bounds(), first, last) && winding(a, b, c) != 0;
}

/// Its edges relative to one tile.
struct InTile {
  Edge ab, bc, ca;
  Clipped clipped;
  bool is_empty;
};

InTile in_tile(Shape shape, ivec2 tile) {
  InTile result;
  if (shape.is_clipped) {
    result.is_empty = !clipped_triangle(shape.clip.a, shape.clip.b, shape.clip.c, tile, result.clipped);
    return result;
  }
  ivec2 a = snapped(shape.clip.a), b = snapped(shape.clip.b), c = snapped(shape.clip.c), origin = tile * subpixels;
  bool turned = winding(a, b, c) < 0;
  result.ab = edge_between(a, turned ? c : b, origin);
  result.bc = edge_between(turned ? c : b, turned ? b : c, origin);
  result.ca = edge_between(turned ? b : c, a, origin);
  const int farthest = 127;  // sixteenths
  ivec3 most = ivec3(result.ab.value, result.bc.value, result.ca.value);
  most += farthest * ivec3(max(result.ab.step.x, 0) + max(result.ab.step.y, 0),
                           max(result.bc.step.x, 0) + max(result.bc.step.y, 0),
                           max(result.ca.step.x, 0) + max(result.ca.step.y, 0));
  result.is_empty = any(lessThan(most, ivec3(0)));
  return result;
}

/// Samples as bits. `pixel` counts from the tile's corner.
uint samples_in(Shape shape, InTile its, ivec2 pixel) {
  uint covered = 0u;
  for (int s = 0; s < samples; ++s) {
    ivec2 place = pixel * 16 + sample_positions[s];
    bool inside = shape.is_clipped ? covers(its.clipped, place)
                                   : (value_at(its.ab, place) | value_at(its.bc, place) | value_at(its.ca, place)) >= 0;
    if (inside) covered |= 1u << s;
  }
  return covered;
}
#endif

#ifdef FOOTPRINT_SPRITE
#include "render/tiles/sprite.glsl"

struct Shape {
  Disc disc;
  bool is_seen;
};
struct InTile {
  vec2 from_center;  // of the tile's corner
  bool is_empty;
};

Surface surface_of_disc;  // of the shape of last

Shape shape_of(uint element) {
  Shape shape;
  float size;
  vec4 clip = project(fetch(element), size, surface_of_disc);
  shape.is_seen = disc_of(clip, size, shape.disc);
  return shape;
}

bool pixels_of(Shape shape, out ivec2 first, out ivec2 last) { return shape.is_seen && pixels_of(shape.disc, first, last); }

InTile in_tile(Shape shape, ivec2 tile) { return InTile(vec2(tile) - shape.disc.center, false); }

uint samples_in(Shape shape, InTile its, ivec2 pixel) {
  uint covered = 0u;
  for (int s = 0; s < samples; ++s) {
    vec2 off = its.from_center + vec2(pixel) + vec2(sample_positions[s]) / 16.0;
#if SAMPLES == 1
    bool inside = dot(off, off) < shape.disc.half_width * shape.disc.half_width;  // the corners of the square are empty
#else
    bool inside = max(abs(off.x), abs(off.y)) < shape.disc.half_width;
#endif
    if (inside) covered |= 1u << s;
  }
  return covered;
}
#endif

#ifdef FOOTPRINT_ELLIPSE
#include "render/tiles/ellipse.glsl"

struct Shape {
  Ellipse ellipse;
  EllipseAxes axes;
};
struct InTile {
  vec2 from_center;  // of the tile's corner
  bool is_empty;
};

Surface surface_of_ellipse;  // of the shape of last

Shape shape_of(uint element) {
  Shape shape;
  shape.ellipse = project(fetch(element), surface_of_ellipse);
  shape.axes = axes_of(shape.ellipse);
  return shape;
}

bool pixels_of(Shape shape, out ivec2 first, out ivec2 last) { return pixels_of(shape.ellipse, first, last); }

InTile in_tile(Shape shape, ivec2 tile) { return InTile(vec2(tile) - shape.ellipse.center, false); }

uint samples_in(Shape shape, InTile its, ivec2 pixel) {
  uint covered = 0u;
  for (int s = 0; s < samples; ++s) {
    vec2 off = its.from_center + vec2(pixel) + vec2(sample_positions[s]) / 16.0;
    if (square_at(shape.axes, off) <= shape.ellipse.reach * shape.ellipse.reach) covered |= 1u << s;
  }
  return covered;
}
#endif
