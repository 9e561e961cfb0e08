#version 450 core
// Moves each element to its place by this pass's digit, with subgroup operations: ranks in each subgroup, a scan over
// (digit, subgroup), the tile brought in order in shared memory, so that neighbours are written together
// (Merrill and Grimshaw: High performance and scalable radix sorting, 2011; ranks as in Adinets and Merrill: Onesweep,
// 2022, section 3).
#pragma optionNV(unroll all)
// First, for its extensions.
#include "sort/radix/subgroups.glsl"

#include "sort/radix/ranks.glsl"
#include "sort/radix/scatter.glsl"

uint keys[ITEMS];    // later where they go
uint places[ITEMS];  // in the tile

uint own(uint i) { return (subgroup_number() * ITEMS + i) * SUBGROUP_SIZE + subgroup_thread(); }

// What is behind the last element goes behind everything else, since it is all ones and comes last.
void load_keys(uint first, uint end) {
  for (uint i = 0u; i < ITEMS; ++i) keys[i] = own(i) < end ? key_at(first + own(i)) : 0xFFFFFFFFu;
}

uint total_of(uint digit) {
  uint sum = 0u;
  for (uint s = 0u; s < subgroups; ++s) sum += pool[s * digits + digit];
  return sum;
}

// Counters become the first places of each digit and subgroup in the tile.
void place_subgroups(uint digit, uint place) {
  for (uint s = 0u; s < subgroups; ++s) {
    uint count = pool[s * digits + digit];
    pool[s * digits + digit] = place;
    place += count;
  }
}

void place_digits(uint tile) {
  uint here_sum = 0u;
  uint start_sum = 0u;
  for (uint d = first_digit(); d < end_digit(); ++d) {
    uint count = total_of(d);
    announce(tile, d, count);
    here_sum += count;
    start_sum += totals[pass * digits + d];
  }
  uint total;
  uint place = exclusive_sum(here_sum, total);
  barrier();  // sums are read before the next ones are written
  uint start = exclusive_sum(start_sum, total);
  for (uint d = first_digit(); d < end_digit(); ++d) {
    uint count = total_of(d);
    set_base(tile, d, start, place);
    place_subgroups(d, place);
    place += count;
    start += totals[pass * digits + d];
  }
}

void stage_keys() {
  for (uint i = 0u; i < ITEMS; ++i) pool[places[i]] = keys[i];
}

void write_keys(uint end) {
  for (uint i = 0u; i < ITEMS; ++i) {
    uint place = i * THREADS + gl_LocalInvocationIndex;
    uint key = pool[place];
    keys[i] = bases[digit_of(key)] + place;
    if (place < end) write_key(keys[i], key);
  }
}

void exchange_indices(uint first, uint end) {
  for (uint i = 0u; i < ITEMS; ++i) pool[places[i]] = own(i) < end ? index_at(first + own(i)) : 0u;
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) {
    uint place = i * THREADS + gl_LocalInvocationIndex;
    if (place < end) write_index(keys[i], pool[place]);
  }
}

void main() {
  if (pass >= passes) return;
  uint tile = take_tile();
  if (tile >= tiles) return;
  uint first = tile * tile_items;
  uint end = min(n - first, tile_items);
  load_keys(first, end);
  clear_counters();
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) places[i] = rank_in_subgroup(digit_of(keys[i]));
  barrier();
  place_digits(tile);
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) places[i] += pool[subgroup_number() * digits + digit_of(keys[i])];
  barrier();  // counters are read before keys take their place
  stage_keys();
  finish_bases(tile);
  barrier();
  write_keys(end);
  barrier();
  exchange_indices(first, end);
}
