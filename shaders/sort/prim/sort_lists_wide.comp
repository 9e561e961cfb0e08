#version 450 core
// Strides of the merges to runs of 2^level words that reach beyond a tile, the WORDS_LOG widest of the `left` ones, on
// the long lists that have such runs. MIRRORED: the first of them is the first step of the merge. A work group does a
// share of its list of about the size of its tile.
#include "sort/prim/group.glsl"
#include "sort/prim/network.glsl"
#include "sort/prim/sort_lists.glsl"
layout(local_size_x = TILE >> WORDS_LOG) in;
layout(location = 0) uniform uint level;
layout(location = 1) uniform uint left;

uvec2 word_at(LongTile at, uint i) {
  uvec2 read = words[at.begin + min(i, at.size - 1u)];
  return i < at.size ? read : padding;
}
void put(LongTile at, uint i, uvec2 word) {
  if (i < at.size) words[at.begin + i] = word;
}

void main() {
  if (farfirst_group() >= there_are) return;
  LongTile at = long_tiles[farfirst_group()];
  if (at.size <= 1u << (level - 1u)) return;
  uint stride_log = left - words_log;
  uint units = (at.size + (1u << left) - 1u) >> left << stride_log;
  uint tiles = (at.size + TILE - 1u) / TILE;
  for (uint unit = at.number * gl_WorkGroupSize.x + gl_LocalInvocationIndex; unit < units;
       unit += tiles * gl_WorkGroupSize.x) {
#ifdef MIRRORED
    Places places = mirrored_places_of(unit, stride_log);
#else
    Places places = places_of(unit, stride_log);
#endif
#define LOAD(k) word[k] = word_at(at, place_of(places, k));
    EACH_WORD(LOAD)
#ifdef MIRRORED
    MERGE_WORDS
#else
    CLEAN_WORDS
#endif
#define STORE(k) put(at, place_of(places, k), word[k]);
    EACH_WORD(STORE)
  }
}
