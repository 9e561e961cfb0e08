// The output of a pass over tiles: words for later passes, or, in the LAST pass, the outputs of the job.
#ifdef LAST
#include "sort/prim/order_output.glsl"
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
