// The lists of a band, filled.
#include "render/exact/band.glsl"

layout(std430, binding = 8) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 9) readonly buffer Places { uint places[]; };  // the end of its fragments
layout(std430, binding = 10) readonly buffer Tiles { uint tiles[]; };
layout(std430, binding = 11) buffer Nodes { uvec2 nodes[]; };  // key, and the fragment
layout(std430, binding = 12) readonly buffer FragmentElements { uint fragment_elements[]; };

uint first_node(uint tile, uint list) { return tiles[tile - band.strip_first] + places[list] - counts[list]; }

bool is_behind(uvec2 a, uvec2 b) {
  if (a.x != b.x) return a.x < b.x;
  return fragment_elements[a.y] < fragment_elements[b.y];
}
