// Code shared by both kinds of scatter kernel: the source and the destination of a tile's elements.
#include "sort/prim/group.glsl"
#include "sort/radix/group_scan.glsl"
#include "sort/radix/radix.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict readonly buffer KeysIn { uint keys_in[]; };
layout(std430, binding = 1) restrict readonly buffer IndicesIn { uint indices_in[]; };  // first: the job's ids
layout(std430, binding = 2) restrict writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, binding = 3) restrict writeonly buffer IndicesOut { uint indices_out[]; };
layout(std430, binding = 6) restrict writeonly buffer Order { uint order[]; };
layout(std430, binding = 7) restrict writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(location = 4) uniform uint order_begin;
layout(location = 5) uniform uint sorted_begin;
layout(location = 6) uniform uint wants_sorted_keys;
layout(location = 9) uniform uint direction;  // 1; or -1: the last element goes to the front

// The destination of the tile's elements of a digit, minus their place in the tile.
shared uint bases[digits];

// Read once.
uint key_base;
bool is_last;
uint front;  // begin of the order
void read_plan() {
  key_base = base;
  is_last = pass + 1u == passes;
  front = direction == 1u ? 0u : n - 1u;
}
uint in_order(uint target) { return front + direction * target; }

#ifdef FIRST_PASS
layout(location = 3) uniform uint keys_begin;
uint key_at(uint i) { return keys_in[keys_begin + i] - key_base; }
layout(location = 7) uniform uint ids_at;  // all ones: there are none, and each element's index is its place
bool indices_are_places() { return ids_at == 0xFFFFFFFFu; }
uint index_at(uint i) { return indices_in[ids_at + i]; }
#else
uint key_at(uint i) { return keys_in[i]; }
bool indices_are_places() { return false; }
uint index_at(uint i) { return indices_in[i]; }
#endif

// Each thread serves some neighbouring digits, or none.
const uint digits_per_thread = (digits + THREADS - 1u) / THREADS;
uint first_digit() { return min(gl_LocalInvocationIndex * digits_per_thread, digits); }
uint end_digit() { return min(first_digit() + digits_per_thread, digits); }

#ifdef LOOK_BACK
#include "sort/radix/look_back.glsl"
#else
layout(std430, binding = 4) restrict readonly buffer Counts { uint counts[]; };  // scanned: of earlier tiles

uint take_tile() { return farfirst_group(); }
void publish(uint tile, uint digit, uint count) {}
#endif

// `start`: the digit's offset among all elements; `place`: its offset in the tile. Tiles that look back add the count
// in earlier tiles.
void set_base(uint tile, uint digit, uint start, uint place) {
#ifdef LOOK_BACK
  bases[digit] = start - place;
#else
  bases[digit] = start - place + counts[digit * tiles + tile];
#endif
}

// Makes the bases final. Called by all threads; ends with no barrier.
void finish_bases(uint tile) {
#ifdef LOOK_BACK
  look_back();
  for (uint d = first_digit(); d < end_digit(); ++d) {
    publish_prefix(tile, d);
    bases[d] += before[d];
  }
#endif
}
