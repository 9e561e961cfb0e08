#version 450
// The fragments of a band, in their lists, in any order within.
//   SLICED   only those of a slice of depth
#define FRAGMENT_DEPTH
#define WITH_SURFACES
#include "render/exact/pairs.glsl"
#include "render/exact/keys.glsl"

layout(std430, binding = 9) buffer Places { uint places[]; };  // of the next fragment
layout(std430, binding = 10) readonly buffer Tiles { uint tiles[]; };  // where its fragments begin
layout(std430, binding = 11) writeonly buffer Nodes { uvec2 nodes[]; };  // key, and its own number
layout(std430, binding = 12) writeonly buffer FragmentElements { uint fragment_elements[]; };
layout(std430, binding = 13) writeonly buffer FragmentColors { vec4 fragment_colors[]; };

uint tile_first;
ivec2 tile_corner;

#ifdef FOOTPRINT_TRIANGLE
mat3 weights;
vec3 normal;

void prepare_surface(ivec2 tile, Shape shape) {
  weights = corner_weights(shape.clip_a, shape.clip_b, shape.clip_c, vec2(tile) + 4.0);
  normal = face_normal(surface_a, surface_b, surface_c);
}

vec4 color_of(Shape shape, ivec2 pixel, uint covered) {
  vec2 place = vec2(pixel - tile_corner) - 3.5 + middle_of(covered);
  return color_at(interpolated(surface_a, surface_b, surface_c, corner_shares(weights, place)), normal);
}
#endif

#ifdef FOOTPRINT_SPRITE
void prepare_surface(ivec2 tile, Shape shape) {}

vec4 color_of(Shape shape, ivec2 pixel, uint covered) {
  vec2 place = vec2(pixel) + 0.5 + middle_of(covered);
  return color_at(surface_of_disc, (place - shape.disc.center) / shape.disc.half_width);
}
#endif

void prepare(uint i, uint element, ivec2 tile, Shape shape) {
  tile_corner = tile;
  tile_first = tiles[uint(tile.y / 8) * band.tiles_across + uint(tile.x / 8) - band.strip_first];
  prepare_keys(i, element);
  prepare_surface(tile, shape);
}

void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape) {
  vec4 color = color_of(shape, pixel, covered);
  for (int s = 0; s < samples; ++s) {
    if ((covered >> s & 1u) == 0u) continue;
    uint key = fragment_key(place_of_sample(pixel, s));
#ifdef SLICED
    if (!is_in_slice(key, element)) continue;
#endif
    uint place = tile_first + atomicAdd(places[list + uint(s)], 1u);
    nodes[place] = uvec2(key, place);
    fragment_elements[place] = element;
    fragment_colors[place] = color;
  }
}

void main() { visit_pairs(); }
