#version 450
// Sorts long lists, each by a work group: a bitonic network (Batcher, Sorting networks and their applications, 1968)
// whose exchanges all go the same way, so that any number of nodes is possible.
#include "render/exact/nodes.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 14) readonly buffer LongLists { uint long_lists[]; };

const uint shared_nodes = 1024u;
shared uvec2 near_nodes[shared_nodes];

uint first, count;
bool is_near;  // the list has room in shared memory

void exchange(uint i, uint j) {
  if (j >= count) return;
  if (is_near) {
    uvec2 a = near_nodes[i], b = near_nodes[j];
    if (is_behind(b, a)) near_nodes[i] = b, near_nodes[j] = a;
  } else {
    uvec2 a = nodes[first + i], b = nodes[first + j];
    if (is_behind(b, a)) nodes[first + i] = b, nodes[first + j] = a;
  }
}

/// Exchanges within blocks of `width` nodes: the first half with the second one, mirrored where two sorted halves meet.
void exchange_halves(uint width, bool mirrored) {
  uint half_width = width / 2u, blocks = (count + width - 1u) / width;
  for (uint p = gl_LocalInvocationIndex; p < blocks * half_width; p += 64u) {
    uint block = p / half_width * width, offset = p % half_width;
    exchange(block + offset, block + (mirrored ? width - 1u - offset : half_width + offset));
  }
  memoryBarrierBuffer();
  barrier();
}

void sort_list() {
  for (uint sorted_width = 2u; sorted_width / 2u < count; sorted_width *= 2u) {
    exchange_halves(sorted_width, true);
    for (uint width = sorted_width / 2u; width > 1u; width /= 2u) exchange_halves(width, false);
  }
}

void main() {
  if (group_number() >= band.long_count) return;
  uint list = long_lists[group_number()], thread = gl_LocalInvocationIndex;
  uint tile = band.strip_first + list / (tile_pixels * SAMPLES), pixel = list / SAMPLES % tile_pixels;
  if (tile < band.band_first || tile >= band.band_end || pixel < band.pixel_first || pixel >= band.pixel_end) return;
  first = first_node(tile, list);
  count = counts[list];
  if (count <= short_list) return;  // of this slice
  is_near = count <= shared_nodes;
  if (is_near) {
    for (uint i = thread; i < count; i += 64u) near_nodes[i] = nodes[first + i];
  }
  barrier();
  sort_list();
  if (is_near) {
    for (uint i = thread; i < count; i += 64u) nodes[first + i] = near_nodes[i];
  }
}
