#version 450
// The pairs of one chunk: tile and rank, in the order of ranks. Empties the lists of all tiles, which ranges.comp fills.
#include "render/tiles/element.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 6) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 7) readonly buffer Sums { uint places[]; };
layout(std430, binding = 8) readonly buffer Count { uint elements, pairs; };
layout(std430, binding = 9) writeonly buffer PairTiles { uint pair_tiles[]; };
layout(std430, binding = 10) writeonly buffer PairRanks { uint pair_ranks[]; };
layout(std430, binding = 11) readonly buffer Full { uint full[]; };  // of the tiles of level 0: the rest is hidden there
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

// For the elements, one per thread: the pairs before its own, the tiles that it touches as bits of a rectangle, the
// rectangle's first tile and width, and the number of tiles across at its level.
shared uint starts[256];
shared uvec2 masks[256];
shared uvec3 rectangles[256];

/// The index of the nth set bit, from 0 on.
uint nth_bit(uvec2 bits, uint n) {
  uint in_lower = uint(bitCount(bits.x)), word = bits.x, bit = 0u;
  if (n >= in_lower) n -= in_lower, word = bits.y, bit = 32u;
  for (uint width = 16u; width > 0u; width /= 2u) {
    uint count = uint(bitCount(word & (1u << width) - 1u));
    if (n >= count) n -= count, word >>= width, bit += width;
  }
  return bit;
}

/// The element of this pair: the last one with at most that many pairs before it.
uint owner_of(uint pair) {
  uint element = 0u;
  for (uint step = 128u; step > 0u; step /= 2u)
    if (starts[element + step] <= pair) element += step;
  return element;
}

uint tile_of(uint element, uint n) {
  uvec3 rectangle = rectangles[element];
  uint bit = nth_bit(masks[element], n), row = bit / rectangle.y;
  return rectangle.x + row * rectangle.z + bit - row * rectangle.y;
}

void main() {
  uint group = group_number(), thread = gl_LocalInvocationIndex;
  if (group >= grid.groups) return;
  uint rank = 256u * group + thread;
  for (uint i = rank; i < 2u * grid.tiles; i += 256u * grid.groups) ranges[i] = 0u;
  uint first = chunk * grid.pair_limit, last = min(first + grid.pair_limit, pairs);  // last: exclusive
  uint group_first = places[group];
  uint group_last = group + 1u < grid.groups ? places[group + 1u] : pairs;
  if (group_last <= first || group_first >= last) return;

  Footprint footprint = no_footprint;
  if (grid.first + rank < elements) footprint = footprint_of(records[rank]);
  uvec4 level = grid.levels[footprint.level];
  starts[thread] = sum_before(footprint_size(footprint));
  masks[thread] = footprint.bits;
  rectangles[thread] =
      uvec3(level.z + footprint.corner.y * level.x + footprint.corner.x, footprint.width, level.x);
  barrier();
  // One thread per pair, since some elements touch many tiles, but most touch few.
  uint small_tiles = grid.levels[0].x * grid.levels[0].y;
  for (uint pair = thread; pair < group_last - group_first; pair += 256u) {
    uint place = group_first + pair;
    if (place < first || place >= last) continue;
    uint element = owner_of(pair), tile = tile_of(element, pair - starts[element]);
    bool shows = is_first || tile >= small_tiles || full[tile] == 0u;
    pair_tiles[place - first] = shows ? tile : grid.tiles;
    pair_ranks[place - first] = 256u * group + element;
  }
}
