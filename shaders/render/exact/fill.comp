#version 450
// Writes the fragments of a band to their lists, in any order within.
//   SLICED   only those of a slice of depth
#define FRAGMENT_DEPTH
#define WITH_SURFACES
#include "render/exact/pairs.glsl"
#include "render/exact/color.glsl"
#include "render/exact/keys.glsl"

layout(std430, binding = 9) buffer Places { uint places[]; };  // of the next fragment
layout(std430, binding = 10) readonly buffer Tiles { uint tiles[]; };  // begin of its fragments
layout(std430, binding = 11) writeonly buffer Nodes { uvec2 nodes[]; };  // key, and its own number
layout(std430, binding = 12) writeonly buffer FragmentElements { uint fragment_elements[]; };
layout(std430, binding = 13) writeonly buffer FragmentColors { vec4 fragment_colors[]; };

uint tile_first;

void prepare(uint i, uint element, ivec2 tile, Shape shape) {
  tile_first = tiles[uint(tile.y / 8) * band.tiles_across + uint(tile.x / 8) - band.strip_first];
  prepare_keys(i, element);
  prepare_color(tile, shape);
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
