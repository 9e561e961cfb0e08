// What a pass over tiles leaves behind: words for further passes, or, of the LAST pass, what the job asks for.
#ifdef LAST
layout(std430, binding = 2) writeonly buffer Order { uint order[]; };
layout(std430, binding = 3) writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(location = 4) uniform uint order_begin;
layout(location = 5) uniform uint sorted_keys_begin;
layout(location = 6) uniform uint with_keys;

void put(uint place, uvec2 word) {
  order[order_begin + place] = word.x;
  if (with_keys != 0u) sorted_keys[sorted_keys_begin + place] = word.y;
}
#else
void put(uint place, uvec2 word) { words[place] = word; }
#endif

// The tile's words go to the places from `begin` on. Neighbouring threads write neighbours.
void put_tile(uint begin) {
  uint count = min(n - begin, uint(TILE));
  barrier();
#define PUT(k)                                                     \
  {                                                                \
    uint place = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; \
    uvec2 moved = tile[slot(place)];                               \
    if (place < count) put(begin + place, moved);                  \
  }
  EACH_WORD(PUT)
}
