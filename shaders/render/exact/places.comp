#version 450
// Finds the begin of each list of a tile, and the tile's number of fragments: the maximum if that exceeds 32 bits, or
// if a pixel is too deep. Finds the lists that one thread would sort too slowly.
#include "render/exact/band.glsl"
layout(local_size_x = 64) in;  // the pixels of a tile

layout(std430, binding = 8) readonly buffer Counts { uint counts[]; };
layout(std430, binding = 9) writeonly buffer Places { uint places[]; };
layout(std430, binding = 10) writeonly buffer Tiles { uint tiles[]; };
layout(std430, binding = 11) buffer Found { uint deepest, long_count; };
layout(std430, binding = 12) writeonly buffer LongLists { uint long_lists[]; };

shared uint scanned[64];

uint sum_of(uint a, uint b) { return a > max_uint - b ? max_uint : a + b; }

void main() {
  uint tile = band.strip_first + group_number(), pixel = gl_LocalInvocationIndex;
  if (tile >= band.strip_end) return;
  uint first = first_list(tile, pixel), own = 0u, most = 0u;
  for (uint s = 0u; s < SAMPLES; ++s) {
    own = sum_of(own, counts[first + s]);
    most = max(most, counts[first + s]);
    if (counts[first + s] > short_list) long_lists[atomicAdd(long_count, 1u)] = first + s;
  }
  scanned[pixel] = own > deep_pixel ? max_uint : own;
  barrier();
  for (uint step = 1u; step < 64u; step *= 2u) {
    uint before = pixel >= step ? scanned[pixel - step] : 0u;
    barrier();
    scanned[pixel] = sum_of(scanned[pixel], before);
    barrier();
  }
  uint place = pixel > 0u ? scanned[pixel - 1u] : 0u;
  for (uint s = 0u; s < SAMPLES; ++s) {
    places[first + s] = place;
    place += counts[first + s];
  }
  if (pixel == 63u) tiles[tile - band.strip_first] = scanned[63];
  if (most > 0u) atomicMax(deepest, most);
}
