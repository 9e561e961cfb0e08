#version 450
// Each element, from the nearest one on: which tiles it touches, and how many of them.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
#include "common/frame.glsl"
#include ELEMENT
#include "render/tiles/footprint.glsl"
#include "render/tiles/samples.glsl"
#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/triangle.glsl"
#endif
#ifdef FOOTPRINT_SPRITE
#include "render/tiles/sprite.glsl"
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Order { uint order[]; };  // the nearest one last
layout(std430, binding = 6) writeonly buffer Footprints { uint footprints[]; };
layout(std430, binding = 7) writeonly buffer Sums { uint sums[]; };  // of each work group
layout(std430, binding = 8) readonly buffer Count { uint elements; };

#ifdef FOOTPRINT_SPRITE
layout(std430, binding = 12) writeonly buffer Sprites { uvec4 sprites[]; };
#endif

shared uint pairs;

#ifdef FOOTPRINT_TRIANGLE
/// Does the inside of an edge, with it to the left, reach into a square? Never wrongly no. All in pixels.
bool reaches(vec2 a, vec2 b, vec2 corner, float width) {
  vec2 along = b - a;
  vec2 from_a = corner - a + width * vec2(along.y < 0.0, along.x > 0.0);  // of the square, what is farthest inside
  float left = along.x * from_a.y, right = along.y * from_a.x;
  return left - right >= -4e-7 * (abs(left) + abs(right));
}

/// The tiles of a rectangle that a triangle reaches.
uvec2 tiles_reached(Tiles tiles, ivec2 a, ivec2 b, ivec2 c) {
  if (tiles.size == uvec2(1u)) return uvec2(1u, 0u);
  uint shift = grid.levels[tiles.level].w;
  float width = float(1u << shift);
  ivec2 origin = ivec2(tiles.corner << shift) * subpixels;
  vec2 p = vec2(a - origin) / subpixels, q = vec2(b - origin) / subpixels, r = vec2(c - origin) / subpixels;
  uvec2 reached = uvec2(0u);
  uint bit = 0u;
  for (uint y = 0u; y < tiles.size.y; ++y) {
    for (uint x = 0u; x < tiles.size.x; ++x, ++bit) {
      vec2 corner = vec2(x, y) * width;
      if (reaches(p, q, corner, width) && reaches(q, r, corner, width) && reaches(r, p, corner, width))
        reached[bit >> 5] |= 1u << (bit & 31u);
    }
  }
  return reached;
}

/// Is a linear function of the place anywhere in a square at least 0? Never wrongly no.
bool reaches(vec3 plane, vec2 corner, float width) {
  vec2 from = plane.xy * corner, to = plane.xy * (corner + width);
  vec2 most = max(from, to), size = max(abs(from), abs(to));
  return most.x + most.y + plane.z >= -4e-6 * (size.x + size.y + abs(plane.z));
}

uvec2 tiles_reached(Tiles tiles, Clipped clipped) {
  float width = float(1u << grid.levels[tiles.level].w);
  uvec2 reached = uvec2(0u);
  uint bit = 0u;
  for (uint y = 0u; y < tiles.size.y; ++y) {
    for (uint x = 0u; x < tiles.size.x; ++x, ++bit) {
      vec2 corner = vec2(x, y) * width - 1.0;  // edges between whole numbers are not quite these planes
      if (reaches(clipped.ab.plane, corner, width + 2.0) && reaches(clipped.bc.plane, corner, width + 2.0) &&
          reaches(clipped.ca.plane, corner, width + 2.0) && reaches(clipped.before_near, corner, width + 2.0) &&
          reaches(clipped.before_far, corner, width + 2.0))
        reached[bit >> 5] |= 1u << (bit & 31u);
    }
  }
  return reached;
}

Footprint clipped_footprint(vec4 a, vec4 b, vec4 c) {
  ivec2 first, last;
  if (!pixels_of_clipped(a, b, c, first, last)) return no_footprint;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  Clipped clipped;
  if (!clipped_triangle(a, b, c, ivec2(tiles.corner << grid.levels[tiles.level].w), clipped)) return no_footprint;
  return Footprint(packed_place(tiles.level, tiles.corner, tiles.size.x), tiles_reached(tiles, clipped));
}

/// A small triangle often lies between the samples.
bool covers_nothing(ivec2 a, ivec2 b, ivec2 c, ivec2 first, ivec2 last) {
  if (any(greaterThan(last - first, ivec2(1)))) return false;
  ivec2 origin = first * subpixels;
  Edge ab = edge_between(a, b, origin), bc = edge_between(b, c, origin), ca = edge_between(c, a, origin);
  ivec2 size = last - first;
  for (int y = 0; y <= size.y; ++y) {
    for (int x = 0; x <= size.x; ++x) {
      for (int s = 0; s < samples; ++s) {
        ivec2 place = ivec2(x, y) * 16 + sample_positions[s];
        if ((value_at(ab, place) | value_at(bc, place) | value_at(ca, place)) >= 0) return false;
      }
    }
  }
  return true;
}

Footprint footprint_of(uint element, uint rank) {
  Surface unused;
  vec4 clip_a = project(fetch(element, 0u), unused);
  vec4 clip_b = project(fetch(element, 1u), unused);
  vec4 clip_c = project(fetch(element, 2u), unused);
  if (is_outside_one_plane(clip_a, clip_b, clip_c)) return no_footprint;
  if (!(is_inside(clip_a) && is_inside(clip_b) && is_inside(clip_c))) return clipped_footprint(clip_a, clip_b, clip_c);
  ivec2 a = snapped(clip_a), b = snapped(clip_b), c = snapped(clip_c), first, last;
  if (!pixels_between(min(min(a, b), c), max(max(a, b), c), sample_bounds(), first, last)) return no_footprint;
  int turn = winding(a, b, c);
  if (turn == 0) return no_footprint;
  if (turn < 0) {
    ivec2 swapped = b;
    b = c, c = swapped;
  }
  if (covers_nothing(a, b, c, first, last)) return no_footprint;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  return Footprint(packed_place(tiles.level, tiles.corner, tiles.size.x), tiles_reached(tiles, a, b, c));
}
#endif

#ifdef FOOTPRINT_SPRITE
Footprint footprint_of(uint element, uint rank) {
  Surface surface;
  float size;
  vec4 clip = project(fetch(element), size, surface);
  Disc disc;
  ivec2 first, last;
  if (!disc_of(clip, size, disc) || !pixels_of(disc, first, last)) return no_footprint;
  sprites[rank] = packed_sprite(disc, surface);
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  uint shift = grid.levels[tiles.level].w;
  float width = float(1u << shift);
  vec2 center = disc.center - vec2(tiles.corner << shift);
  float square = disc.half_width * disc.half_width * 1.0001 + 1e-3;
  uvec2 reached = uvec2(0u);
  uint bit = 0u;
  for (uint y = 0u; y < tiles.size.y; ++y) {
    for (uint x = 0u; x < tiles.size.x; ++x, ++bit) {
      vec2 corner = vec2(x, y) * width;
      vec2 off = center - clamp(center, corner, corner + width);
      if (dot(off, off) <= square || samples > 1) reached[bit >> 5] |= 1u << (bit & 31u);
    }
  }
  return Footprint(packed_place(tiles.level, tiles.corner, tiles.size.x), reached);
}
#endif

void main() {
  uint rank = 256u * group_number() + gl_LocalInvocationIndex;
  if (gl_LocalInvocationIndex == 0u) pairs = 0u;
  barrier();
  if (grid.first + rank < elements) {
    Footprint footprint = footprint_of(order[elements - 1u - grid.first - rank], rank);
    footprints[3u * rank] = footprint.place;
    footprints[3u * rank + 1u] = footprint.tiles.x;
    footprints[3u * rank + 2u] = footprint.tiles.y;
    uint size = footprint_size(footprint);
    if (size > 0u) atomicAdd(pairs, size);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u && group_number() < grid.groups) sums[group_number()] = pairs;
}
