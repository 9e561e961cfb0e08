#version 450 core
// Moves each element to its place by this pass's digit, without subgroup operations. Each thread counts the digits of
// ITEMS neighbouring elements in counters of its own, one after the other; a scan over (digit, thread) turns them into
// places (Satish, Harris, Garland: Designing efficient sorting algorithms for manycore GPUs, 2009, with counters
// instead of one-bit splits). ITEMS is odd, so that a warp's threads read different banks.
#include "sort/radix/each.glsl"
#include "sort/radix/scatter.glsl"

shared uint tile_keys[tile_items];
shared uint from[tile_items];  // of each place in the tile: which element goes there

// Counter of digit d and thread t: half a word at (d % half_digits) * THREADS + t, the upper if d >= half_digits.
const uint half_digits = digits / 2u;
shared uint counters[half_digits * THREADS];

uint take_place(uint digit) {
  uint at = (digit % half_digits) * THREADS + gl_LocalInvocationIndex;
  uint shift = digit / half_digits * 16u;
  uint word = counters[at];
  counters[at] = word + (1u << shift);
  return bitfieldExtract(word, int(shift), 16);
}

// Several unconditional loads at a time: see scatter.comp.
const uint together = 8u;

void load_keys(uint first, uint end) {
  for (uint own = gl_LocalInvocationIndex; own < tile_items; own += together * THREADS) {
    uint keys[together];
#define LOAD(i) keys[i] = key_at(first + min(own + i * THREADS, end - 1u));
    EACH_OF_8(LOAD, 0)
#define STAGE(i) \
  if (own + i * THREADS < tile_items) tile_keys[own + i * THREADS] = own + i * THREADS < end ? keys[i] : 0xFFFFFFFFu;
    EACH_OF_8(STAGE, 0)
  }
}

// Places after the last element are all ones, and so come after all others.
void count_own() {
  for (uint i = 0u; i < half_digits; ++i) counters[i * THREADS + gl_LocalInvocationIndex] = 0u;
  for (uint i = 0u; i < ITEMS; ++i) take_place(digit_of(tile_keys[gl_LocalInvocationIndex * ITEMS + i]));
}

// Scans both halves of the words at once: all of the lower digits come before the upper ones.
void scan_counters() {
  uint begin = gl_LocalInvocationIndex * half_digits;
  uint sum = 0u;
  for (uint i = 0u; i < half_digits; ++i) sum += counters[begin + i];
  uint total;
  uint place = exclusive_sum(sum, total);
  place += total << 16;
  for (uint i = 0u; i < half_digits; ++i) {
    uint word = counters[begin + i];
    counters[begin + i] = place;
    place += word;
  }
}

// Call after scan_counters(), before places are taken.
uint first_place(uint digit) {
  return bitfieldExtract(counters[(digit % half_digits) * THREADS], int(digit / half_digits * 16u), 16);
}

void find_bases(uint tile) {
  uint sum = 0u;
  for (uint d = first_digit(); d < end_digit(); ++d) {
    uint end = d + 1u < digits ? first_place(d + 1u) : tile_items;
    publish(tile, d, end - first_place(d));
    sum += totals[pass * digits + d];
  }
  uint total;
  uint start = exclusive_sum(sum, total);
  for (uint d = first_digit(); d < end_digit(); ++d) {
    set_base(tile, d, start, first_place(d));
    start += totals[pass * digits + d];
  }
}

void choose_places() {
  for (uint i = 0u; i < ITEMS; ++i) {
    uint own = gl_LocalInvocationIndex * ITEMS + i;
    from[take_place(digit_of(tile_keys[own]))] = own;
  }
}

void write_element(uint target, uint key, uint index) {
  if (!is_last) {
    keys_out[target] = key;
    indices_out[target] = index;
    return;
  }
  order[order_begin + in_order(target)] = index;
  if (wants_sorted_keys != 0u) sorted_keys[sorted_begin + in_order(target)] = key + key_base;
}

void write(uint first, uint end) {
  for (uint place = gl_LocalInvocationIndex; place < end; place += together * THREADS) {
    uint own[together];
    uint indices[together];
#define FIND(i) own[i] = from[min(place + i * THREADS, end - 1u)];
    EACH_OF_8(FIND, 0)
#define IMPLY_INDEX(i) indices[i] = first + own[i];
#define LOAD_INDEX(i) indices[i] = index_at(first + own[i]);
    if (indices_are_places()) {
      EACH_OF_8(IMPLY_INDEX, 0)
    } else {
      EACH_OF_8(LOAD_INDEX, 0)
    }
#define WRITE(i)                                                                \
  if (place + i * THREADS < end) {                                              \
    uint key = tile_keys[own[i]];                                               \
    write_element(bases[digit_of(key)] + place + i * THREADS, key, indices[i]); \
  }
    EACH_OF_8(WRITE, 0)
  }
}

void main() {
  find_n();
  if (pass >= passes) return;
  uint tile = take_tile();
  if (is_empty(tile)) return;
  read_plan();
  uint first = tile * tile_items;
  uint end = min(n - first, tile_items);
  load_keys(first, end);
  barrier();
  count_own();
  barrier();
  scan_counters();
  barrier();
  find_bases(tile);
  barrier();
  choose_places();
  finish_bases(tile);
  barrier();
  write(first, end);
}
