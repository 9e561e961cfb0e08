#version 450 core
// Each work group sorts a list of words (index, key): in its tile of shared memory, or, if the list is longer than
// that, tile by tile and then by merges in the memory of the words.
#include "sort/prim/group.glsl"
#include "sort/prim/network_tile.glsl"
// Coherent, because of long lists: what a thread writes other threads of its group read.
layout(std430, binding = 0) coherent buffer Words { uvec2 words[]; };
layout(std430, binding = 1) readonly buffer Bounds { uint bounds[]; };
layout(std430, binding = 2) readonly buffer Count { uint count[]; };
layout(std430, binding = 3) writeonly buffer Order { uint order[]; };
layout(std430, binding = 4) writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(location = 0) uniform uint lists;
layout(location = 1) uniform uint with_count;
layout(location = 2) uniform uint with_keys;
layout(location = 3) uniform uint bounds_begin;
layout(location = 4) uniform uint count_begin;
layout(location = 5) uniform uint order_begin;
layout(location = 6) uniform uint sorted_keys_begin;

const uint tile_log = uint(findMSB(uint(TILE)));

// The group's list.
uint begin;
uint size;

uvec2 word_at(uint i) { return i < size ? words[begin + i] : behind_all; }
void put_back(uint i, uvec2 word) {
  if (i < size) words[begin + i] = word;
}

// The tile's words go to the list's places from `first` on, and, if no further merge follows, to the outputs.
void put_tile(uint first, bool last) {
  uint words_here = min(size - first, uint(TILE));
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < words_here; i += gl_WorkGroupSize.x) {
    uint place = begin + first + i;
    uvec2 word = tile[slot(i)];
    if (!last) {
      words[place] = word;
    } else {
      order[order_begin + place] = word.x;
      if (with_keys != 0u) sorted_keys[sorted_keys_begin + place] = word.y;
    }
  }
}

// Before a thread reads what another one of its group wrote to memory.
void group_memory_barrier() {
  memoryBarrierBuffer();
  barrier();
}

#define LOAD(k) word[k] = word_at(place_of(places, k));
#define STORE(k) put_back(place_of(places, k), word[k]);

void sort_tiles(bool last) {
  for (uint first = 0u; first < size; first += TILE) {
    uint levels = levels_for(min(size - first, uint(TILE)));
    uint threads = threads_for(levels);
    barrier();  // the tile before is done with
#define LOAD_ANYWHERE(k) word[k] = word_at(first + k * threads + gl_LocalInvocationIndex);
    EACH_WORD(LOAD_ANYWHERE)
    sort_tile(levels);
    put_tile(first, last);
  }
}

// The words_log widest strides of the merge to runs of 2^level, of which the first pairs places mirrored.
void begin_merge(uint level) {
  uint stride_log = level - words_log;
  uint units = (size + (1u << level) - 1u) >> level << stride_log;
  group_memory_barrier();
  for (uint unit = gl_LocalInvocationIndex; unit < units; unit += gl_WorkGroupSize.x) {
    Places places = mirrored_places_of(unit, stride_log);
    EACH_WORD(LOAD)
    MERGE_WORDS
    EACH_WORD(STORE)
  }
}

// The words_log widest of the `left` strides that are left.
void merge_wide(uint left) {
  uint stride_log = left - words_log;
  uint units = (size + (1u << left) - 1u) >> left << stride_log;
  group_memory_barrier();
  for (uint unit = gl_LocalInvocationIndex; unit < units; unit += gl_WorkGroupSize.x) {
    Places places = places_of(unit, stride_log);
    EACH_WORD(LOAD)
    CLEAN_WORDS
    EACH_WORD(STORE)
  }
}

// The `left` narrowest strides, which stay within a tile.
void merge_tiles(uint left, bool last) {
  group_memory_barrier();
  for (uint first = 0u; first < size; first += TILE) {
    Places places = places_of(gl_LocalInvocationIndex, left - words_log);
    barrier();  // the tile before is done with
#define LOAD_OF_TILE(k) word[k] = word_at(first + place_of(places, k));
    EACH_WORD(LOAD_OF_TILE)
    CLEAN_WORDS
    write_tile(places);
    clean_tile(left - words_log, gl_WorkGroupSize.x);
    put_tile(first, last);
  }
}

void main() {
  uint list = farfirst_group();
  if (list >= (with_count != 0u ? min(count[count_begin], lists) : lists)) return;
  begin = bounds[bounds_begin + list];
  size = bounds[bounds_begin + list + 1u] - begin;
  if (size == 0u) return;
  uint levels = levels_for(size);
  sort_tiles(levels <= tile_log);
  for (uint level = tile_log + 1u; level <= levels; ++level) {
    uint left = level - words_log;
    begin_merge(level);
    for (; left > tile_log; left -= words_log) merge_wide(left);
    merge_tiles(left, level == levels);
  }
}
