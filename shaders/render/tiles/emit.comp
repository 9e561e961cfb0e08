#version 450
// The pairs of one chunk: tile and rank, in the order of ranks. Empties the lists of all tiles, which ranges.comp fills.
#include "render/tiles/element.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 6) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 7) readonly buffer Sums { uint places[]; };
layout(std430, binding = 8) readonly buffer Count { uint elements, pairs; };
layout(std430, binding = 9) writeonly buffer PairTiles { uint pair_tiles[]; };
layout(std430, binding = 10) writeonly buffer PairRanks { uint pair_ranks[]; };
layout(std430, binding = 11) readonly buffer Full { uint full[]; };  // of the tiles of level 0: nothing more shows there
layout(std430, binding = 12) writeonly buffer Ranges { uint ranges[]; };
layout(location = 0) uniform uint chunk;
layout(location = 1) uniform bool is_first;  // of the picture: no tile is full

shared uint sizes[256];
shared uint sums[32];  // of eight neighbours

/// The pairs of the threads before this one.
uint sum_before(uint own) {
  uint thread = gl_LocalInvocationIndex;
  sizes[thread] = own;
  barrier();
  if (thread < 32u) {
    uint sum = 0u;
    for (uint i = 0u; i < 8u; ++i) sum += sizes[8u * thread + i];
    sums[thread] = sum;
  }
  barrier();
  uint before = 0u;
  for (uint i = 0u; i < thread / 8u; ++i) before += sums[i];
  for (uint i = thread & ~7u; i < thread; ++i) before += sizes[i];
  return before;
}

void main() {
  uint group = group_number(), thread = gl_LocalInvocationIndex;
  if (group >= grid.groups) return;
  uint rank = 256u * group + thread;
  for (uint i = rank; i < 2u * grid.tiles; i += 256u * grid.groups) ranges[i] = 0u;
  uint first = chunk * grid.pair_limit, last = min(first + grid.pair_limit, pairs);  // last: one behind
  uint group_first = places[group];
  uint group_last = group + 1u < grid.groups ? places[group + 1u] : pairs;
  if (group_last <= first || group_first >= last) return;

  Footprint footprint = no_footprint;
  if (grid.first + rank < elements) footprint = footprint_of(records[rank]);
  uint place = group_first + sum_before(footprint_size(footprint));
  uvec4 level = grid.levels[footprint.level];
  for (uint half_of = 0u; half_of < 2u; ++half_of) {
    for (uint bits = footprint.bits[half_of]; bits != 0u; bits &= bits - 1u, ++place) {
      if (place < first || place >= last) continue;
      uint bit = 32u * half_of + uint(findLSB(bits)), row = bit / footprint.width;
      uint tile = level.z + (footprint.corner.y + row) * level.x + footprint.corner.x + bit - row * footprint.width;
      bool shows = is_first || level.z > 0u || full[tile] == 0u;
      pair_tiles[place - first] = shows ? tile : grid.tiles;
      pair_ranks[place - first] = rank;
    }
  }
}
