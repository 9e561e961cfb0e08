#version 450
// For each pixel of a band: sorts its lists, unless they are long, and blends them from the farthest fragment on.
#include "render/exact/nodes.glsl"
layout(local_size_x = 64) in;  // the pixels of a tile

layout(std430, binding = 13) readonly buffer FragmentColors { vec4 fragment_colors[]; };
layout(std430, binding = 14) buffer Carried { vec4 carried[]; };  // of each sample: the result of farther slices

layout(rgba16f, binding = 0) uniform writeonly image2D picture;
layout(location = 0) uniform ivec2 size;

void sort_by_insertion(uint first, uint count) {
  for (uint i = 1u; i < count; ++i) {
    uvec2 node = nodes[first + i];
    uint hole = i;
    for (; hole > 0u; --hole) {
      uvec2 before = nodes[first + hole - 1u];
      if (!is_behind(node, before)) break;
      nodes[first + hole] = before;
    }
    if (hole != i) nodes[first + hole] = node;
  }
}

vec4 blended(uint first, uint count, vec4 color) {
  if (count <= short_list) sort_by_insertion(first, count);
  for (uint i = 0u; i < count; ++i) {
    vec4 front = fragment_colors[nodes[first + i].y];
    color = front + (1.0 - front.a) * color;
  }
  return color;
}

void main() {
  uint tile = band.band_first + group_number(), pixel = gl_LocalInvocationIndex;
  if (tile >= band.band_end || pixel < band.pixel_first || pixel >= band.pixel_end) return;
  ivec2 place = corner_of_tile(tile) + ivec2(pixel & 7u, pixel >> 3);
  if (any(greaterThanEqual(place, size))) return;

  vec4 sum = vec4(0.0);
  for (uint s = 0u; s < SAMPLES; ++s) {
    uint list = first_list(tile, pixel) + s, count = counts[list], first = first_node(tile, list);
    vec4 color = blended(first, count, band.is_first_slice != 0u ? vec4(0.0) : carried[s]);
    if (band.is_last_slice == 0u) carried[s] = color;
    sum += color;
  }
  if (band.is_last_slice != 0u) imageStore(picture, place, sum / float(SAMPLES));
}
