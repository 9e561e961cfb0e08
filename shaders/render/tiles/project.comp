#version 450
// Finds the tiles that each element touches, and their number, from the nearest element on.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
#include "render/tiles/element.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly buffer Order { uint order[]; };  // the nearest one last
layout(std430, binding = 6) writeonly buffer Records { uvec4 records[]; };
layout(std430, binding = 7) writeonly buffer Sums { uint sums[]; };  // of each work group
layout(std430, binding = 8) buffer Count { uint elements, all_pairs, brightest_of_all; };

shared uint sizes[256];
shared uint pairs;
const uvec4 no_record = uvec4(0u);

#ifdef FLAT_COLOR
layout(std430, binding = 10) writeonly buffer Kept { uvec4 kept[]; };  // flat.glsl
shared uint brightest_of_group;  // bits of a float above 0, which ascend as it does

uint rank() { return 256u * group_number() + gl_LocalInvocationIndex; }

void keep(FlatEllipse ellipse) {
  kept[rank()] = first_vector(ellipse);
  kept[second_vectors() + rank()] = second_vector(ellipse);
  float most = max(max(ellipse.color.r, ellipse.color.g), ellipse.color.b);
  if (most > 1.0) atomicMax(brightest_of_group, floatBitsToUint(most));
}
#endif

#ifdef FOOTPRINT_TRIANGLE
/// Does the inside of an edge, to its left, reach into a square? It never misses one. All in pixels.
bool reaches(vec2 a, vec2 b, vec2 corner, float width) {
  vec2 along = b - a;
  vec2 from_a = corner - a + width * vec2(along.y < 0.0, along.x > 0.0);  // the place of the square farthest inside
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

/// Is a linear function of the place at least 0 anywhere in a square? It never misses one.
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
      vec2 corner = vec2(x, y) * width - 1.0;  // edges between whole numbers differ slightly from these planes
      if (reaches(clipped.ab.plane, corner, width + 2.0) && reaches(clipped.bc.plane, corner, width + 2.0) &&
          reaches(clipped.ca.plane, corner, width + 2.0))
        reached[bit >> 5] |= 1u << (bit & 31u);
    }
  }
  return reached;
}

/// A small or a large record, or an empty one.
uvec4 record_of_clipped(uint element, vec4 a, vec4 b, vec4 c) {
  ivec2 first, last;
  if (!pixels_of_clipped(a, b, c, first, last)) return no_record;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  Clipped clipped;
  if (!clipped_triangle(a, b, c, ivec2(tiles.corner << grid.levels[tiles.level].w), clipped)) return no_record;
  return uvec4(packed_place(tiles.level, tiles.corner, tiles.size.x), tiles_reached(tiles, clipped), element);
}

uvec4 record_of_large(uint element, ivec2 a, ivec2 b, ivec2 c, ivec2 first, ivec2 last) {
  int turn = winding(a, b, c);
  if (turn == 0) return no_record;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  uvec2 reached = tiles_reached(tiles, a, turn < 0 ? c : b, turn < 0 ? b : c);
  return uvec4(packed_place(tiles.level, tiles.corner, tiles.size.x), reached, element);
}

/// The same function of whole numbers as Edge, but 32 bits hold it without rounding, and steps are subpixels.
Edge small_edge(ivec2 a, ivec2 b) {
  ivec2 along = b - a;
  bool includes_itself = along.y < 0 || (along.y == 0 && along.x > 0);
  return Edge(along.y * a.x - along.x * a.y - (includes_itself ? 0 : 1), ivec2(-along.y, along.x));
}

/// A small triangle often covers no sample. Rows go from right to left, so that the sign of each sample is shifted
/// in.
uvec4 record_of_small(uint element, ivec2 a, ivec2 b, ivec2 c, ivec2 first, ivec2 last) {
  ivec2 origin = first * subpixels, size = last - first;
  a -= origin, b -= origin, c -= origin;
  bool turned = (b.x - a.x) * (c.y - a.y) < (b.y - a.y) * (c.x - a.x);
  Edge ab = small_edge(a, turned ? c : b), bc = small_edge(turned ? c : b, turned ? b : c),
       ca = small_edge(turned ? b : c, a);
  ivec3 across = ivec3(ab.step.x, bc.step.x, ca.step.x) * subpixels;
  ivec3 up = ivec3(ab.step.y, bc.step.y, ca.step.y) * subpixels;
  ivec3 offsets[SAMPLES];
  for (int s = 0; s < samples; ++s)
    offsets[s] = (across * sample_positions[s].x + up * sample_positions[s].y) / 16;
  ivec3 row_end = ivec3(ab.value, bc.value, ca.value) + size.x * across;
  uvec2 mask = uvec2(0u);
  for (int y = 0; y <= size.y; ++y, row_end += up) {
    uint row = 0u;
    ivec3 at = row_end;
    for (int x = size.x; x >= 0; --x, at -= across) {
      for (int s = samples - 1; s >= 0; --s) {
        ivec3 value = at + offsets[s];
        row = row << 1 | ~uint(value.x | value.y | value.z) >> 31;
      }
    }
    uint bit = uint(y) * box_row;
    mask |= bit < 32u ? uvec2(row << bit, 0u) : uvec2(0u, row << (bit - 32u));
  }
  return uvec4(packed_box(uvec2(first)), mask, element);
}

#ifdef ROUND_SHAPES
/// The tiles of a rectangle with covered pixels: a range in each of their rows.
uvec2 tiles_reached(Tiles tiles, Round its) {
  if (tiles.size == uvec2(1u)) return uvec2(1u, 0u);
  uint shift = grid.levels[tiles.level].w;
  float width = float(1u << shift);
  its.center -= vec2(tiles.corner << shift);
  uvec2 reached = uvec2(0u);
  for (uint y = 0u; y < tiles.size.y; ++y) {
    vec2 pixels;
    if (!reaches(its, float(y) * width, float(y) * width + width - 1.0, pixels)) continue;
    pixels = clamp(pixels, vec2(0.0, -1.0), vec2(float(tiles.size.x << shift) - vec2(0.0, 1.0)));
    if (pixels.x > pixels.y) continue;
    uint row = y * tiles.size.x;
    reached |= lower_bits(row + (uint(pixels.y) >> shift) + 1u) & ~lower_bits(row + (uint(pixels.x) >> shift));
  }
  return reached;
}

uvec4 record_of_round(uint element, Round its) {
  ivec2 first, last;
  if (!pixels_of(its, first, last)) return no_record;
  if (any(greaterThanEqual(last - first, box))) {
    Tiles tiles = tiles_around(uvec2(first), uvec2(last));
    return uvec4(packed_place(tiles.level, tiles.corner, tiles.size.x), tiles_reached(tiles, its), element);
  }
  uvec2 mask = uvec2(0u);
  for (int y = 0; y <= last.y - first.y; ++y) {
    uint row = samples_of_row(its, first.y + y, first.x, last.x - first.x + 1), bit = uint(y) * box_row;
    mask |= bit < 32u ? uvec2(row << bit, 0u) : uvec2(0u, row << (bit - 32u));
  }
  return uvec4(packed_box(uvec2(first)), mask, element);
}
#endif

uvec4 record_of(uint element) {
  Surface corner, second, third;
  ClipCorners clip = clip_corners(element, corner, second, third);
  if (is_outside_one_plane(clip.a, clip.b, clip.c)) return no_record;
  if (!(is_inside(clip.a) && is_inside(clip.b) && is_inside(clip.c)))
    return record_of_clipped(element, clip.a, clip.b, clip.c);
#ifdef ROUND_SHAPES
  if (is_round(corner)) return record_of_round(element, round_within(clip.a, clip.b, clip.c));
#endif
  ivec2 a = snapped(clip.a), b = snapped(clip.b), c = snapped(clip.c), first, last;
  if (!pixels_between(min(min(a, b), c), max(max(a, b), c), sample_bounds(), first, last)) return no_record;
  // A triangle that reaches beyond the picture may be large, although its visible part is small.
  ivec2 extent = max(max(a, b), c) - min(min(a, b), c);
  if (all(lessThan(last - first, box)) && max(extent.x, extent.y) < 16 * subpixels)
    return record_of_small(element, a, b, c, first, last);
  return record_of_large(element, a, b, c, first, last);
}
#endif

#ifdef FOOTPRINT_SPRITE
uvec4 record_of(uint element) {
  Surface surface;
  float size;
  vec4 clip = project(fetch(element), size, surface);
  Disc disc;
  if (!disc_of(clip, size, disc)) disc = Disc(vec2(0.0), 0.0);
  return packed_sprite(disc, surface);
}
#endif

#ifdef FOOTPRINT_ELLIPSE
/// The tiles of a rectangle with pixels whose middles it covers: a range in each of their rows.
uvec2 tiles_reached(Tiles tiles, Ellipse ellipse) {
  if (tiles.size == uvec2(1u)) return uvec2(1u, 0u);
  EllipseRows rows = rows_of(axes_of(ellipse), ellipse.reach * ellipse.reach);
  uint shift = grid.levels[tiles.level].w;
  vec2 center = ellipse.center - vec2(tiles.corner << shift) - 0.5;  // of the pixels' middles
  float width = float(1u << shift);
  uvec2 reached = uvec2(0u);
  for (uint y = 0u; y < tiles.size.y; ++y) {
    vec2 ends;
    float low = float(y) * width - center.y;
    if (!reaches(rows, low, low + width - 1.0, ends)) continue;
    vec2 pixels = clamp(vec2(ceil(center.x + ends.x), floor(center.x + ends.y)), -1.0, float(tiles.size.x << shift));
    uint first = uint(max(pixels.x, 0.0)) >> shift, behind = uint(max(pixels.y + width, 0.0)) >> shift;
    behind = min(behind, tiles.size.x);
    uint row = y * tiles.size.x;
    if (pixels.x <= pixels.y && first < behind) reached |= lower_bits(row + behind) & ~lower_bits(row + first);
  }
  return reached;
}

uvec4 record_of(uint element) {
  Surface surface;
  Ellipse ellipse = project(fetch(element), surface);
  ivec2 first, last;
  if (!pixels_of(ellipse, first, last)) return no_record;
  Tiles tiles = tiles_around(uvec2(first), uvec2(last));
  uvec2 reached = tiles_reached(tiles, ellipse);
#ifdef FLAT_COLOR
  if (reached != uvec2(0u)) keep(flat_ellipse(ellipse, surface));
#endif
  return uvec4(packed_place(tiles.level, tiles.corner, tiles.size.x), reached, element);
}
#endif

/// The record of an element, and the number of tiles that it touches.
uvec4 record_of(uint element, out uint size) {
  uvec4 record = record_of(element);
#ifdef FOOTPRINT_SPRITE
  Disc disc;
  Surface unused;
  unpack_sprite(record, disc, unused);
  Footprint footprint = footprint_of_disc(disc);
  record = with_footprint(record, footprint);
#else
  Footprint footprint = footprint_of(record);
#endif
  size = footprint_size(footprint);
  return record;
}

void main() {
  uint thread = gl_LocalInvocationIndex;
  uint rank = 256u * group_number() + thread;
  if (thread == 0u) pairs = 0u;
#ifdef FLAT_COLOR
  if (thread == 0u) brightest_of_group = 0u;
  barrier();
#endif
  uint size = 0u;
  if (grid.first + rank < elements) {
    records[rank] = record_of(order[elements - 1u - grid.first - rank], size);
  }
  sizes[thread] = size;
  barrier();
  if (thread < 32u) {
    uint sum = 0u;
    for (uint i = thread; i < 256u; i += 32u) sum += sizes[i];
    if (sum > 0u) atomicAdd(pairs, sum);
  }
  barrier();
  if (thread == 0u && group_number() < grid.groups) sums[group_number()] = pairs;
#ifdef FLAT_COLOR
  if (thread == 0u && brightest_of_group > brightest_of_all) atomicMax(brightest_of_all, brightest_of_group);
#endif
}
