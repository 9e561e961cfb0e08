#version 450 core
// Moves each element to its place by this pass's digit, without subgroup operations. Each thread counts the digits of
// ITEMS neighbouring elements in counters of its own, one after the other; a scan over (digit, thread) makes them
// places (Satish, Harris, Garland: Designing efficient sorting algorithms for manycore GPUs, 2009, with counters in the
// place of one-bit splits). ITEMS is odd, so that a warp's threads read different banks.
#include "sort/radix/scatter.glsl"

shared uint tile_keys[tile_items];
shared uint from[tile_items];  // of each place in the tile: which element goes there

// Of digit d and thread t: half a word at (d % half_digits) * THREADS + t, the upper one if d >= half_digits.
const uint half_digits = digits / 2u;
shared uint counters[half_digits * THREADS];

uint take_place(uint digit) {
  uint at = (digit % half_digits) * THREADS + gl_LocalInvocationIndex;
  uint shift = digit / half_digits * 16u;
  uint word = counters[at];
  counters[at] = word + (1u << shift);
  return bitfieldExtract(word, int(shift), 16);
}

void load_keys(uint first, uint end) {
  for (uint i = gl_LocalInvocationIndex; i < tile_items; i += THREADS)
    tile_keys[i] = i < end ? key_at(first + i) : 0xFFFFFFFFu;
}

// What is behind the last element goes behind everything else, since it is all ones and comes last.
void count_own() {
  for (uint i = 0u; i < half_digits; ++i) counters[i * THREADS + gl_LocalInvocationIndex] = 0u;
  for (uint i = 0u; i < ITEMS; ++i) take_place(digit_of(tile_keys[gl_LocalInvocationIndex * ITEMS + i]));
}

// Both halves of the words at once: all of the lower digits come before the upper ones.
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

// After scan_counters(), before places are taken.
uint first_place(uint digit) {
  return bitfieldExtract(counters[(digit % half_digits) * THREADS], int(digit / half_digits * 16u), 16);
}

void find_bases(uint tile) {
  uint sum = 0u;
  for (uint d = first_digit(); d < end_digit(); ++d) {
    uint end = d + 1u < digits ? first_place(d + 1u) : tile_items;
    announce(tile, d, end - first_place(d));
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

void write(uint first, uint end) {
  for (uint i = gl_LocalInvocationIndex; i < end; i += THREADS) {
    uint own = from[i];
    uint key = tile_keys[own];
    uint place = bases[digit_of(key)] + i;
    write_key(place, key);
    write_index(place, index_at(first + own));
  }
}

void main() {
  if (pass >= passes) return;
  uint tile = take_tile();
  if (tile >= tiles) return;
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
