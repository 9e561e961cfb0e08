// What both kinds of scatter kernel share: where a tile's elements come from and go to.
#include "sort/prim/group.glsl"
#include "sort/radix/group_scan.glsl"
#include "sort/radix/radix.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = 1) restrict readonly buffer IndicesIn { uint indices_in[]; };
layout(std430, binding = 2) restrict writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = 3) restrict writeonly buffer IndicesOut { uint indices_out[]; };
layout(std430, binding = 6) restrict writeonly buffer Order { uint order[]; };
layout(std430, binding = 7) restrict writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(location = 4) uniform uint order_begin;
layout(location = 5) uniform uint sorted_begin;
layout(location = 6) uniform uint wants_sorted_keys;

// Where the tile's elements of a digit go, less their place in the tile.
shared uint bases[digits];

// Read once.
uint key_base;
bool is_last;
void read_plan() {
  key_base = base;
  is_last = pass + 1u == passes;
}

#ifdef FIRST_PASS
layout(location = 3) uniform uint keys_begin;
uint key_at(uint i) { return keys_in[keys_begin + i] - key_base; }
uint index_at(uint i) { return i; }
#else
uint key_at(uint i) { return keys_in[i]; }
uint index_at(uint i) { return indices_in[i]; }
#endif

// Each thread serves some neighbouring digits, or none.
const uint digits_per_thread = (digits + THREADS - 1u) / THREADS;
uint first_digit() { return min(gl_LocalInvocationIndex * digits_per_thread, digits); }
uint end_digit() { return min(first_digit() + digits_per_thread, digits); }

#ifdef CHAINED
#include "sort/radix/chain.glsl"
#else
layout(std430, binding = 4) restrict readonly buffer Counts { uint counts[]; };  // scanned: of the tiles before

uint take_tile() { return farfirst_group(); }
void announce(uint tile, uint digit, uint count) {}
#endif

// `start`: where the digit's elements begin among all; `place`: in the tile. Tiles that look back add what is before.
void set_base(uint tile, uint digit, uint start, uint place) {
#ifdef CHAINED
  bases[digit] = start - place;
#else
  bases[digit] = start - place + counts[digit * tiles + tile];
#endif
}

// Makes the bases final. Called by all threads; ends with no barrier.
void finish_bases(uint tile) {
#ifdef CHAINED
  look_back();
  for (uint d = first_digit(); d < end_digit(); ++d) {
    announce_sum(tile, d);
    bases[d] += before[d];
  }
#endif
}
