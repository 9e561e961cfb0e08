#version 450 core
// Moves each element to its place by this pass's digit, with subgroup operations: ranks in each subgroup, a scan over
// (digit, subgroup), and ordering of the tile in shared memory, so that neighbours are written together (Merrill and
// Grimshaw: High performance and scalable radix sorting, 2011; ranks as in Adinets and Merrill: Onesweep, 2022, section
// 3).
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#include "sort/radix/each.glsl"
#include "sort/radix/ranks.glsl"
#include "sort/radix/scatter.glsl"

// The thread's elements: first the loaded ones, with their places in the tile, then those that it writes.
uint keys[ITEMS];
uint places[ITEMS];
uint targets[ITEMS];
uint indices[ITEMS];

uint own(uint i) { return (subgroup_number() * ITEMS + i) * SUBGROUP_SIZE + subgroup_thread(); }

// Loads are unconditional: a compiler may turn conditions into branches, and every load then waits for the one before
// (0.36 us each on an H200). Places after the last element read that one again; then they become all ones, and so come
// after all others.
void load_keys(uint first, uint end) {
#define LOAD_KEY(i) keys[i] = key_at(first + min(own(i), end - 1u));
  EACH(LOAD_KEY)
#define HIDE_KEY(i) keys[i] = own(i) < end ? keys[i] : 0xFFFFFFFFu;
  if (end < tile_items) {
    EACH(HIDE_KEY)
  }
}

void rank_keys() {
#define RANK(i) places[i] = rank_in_subgroup(digit_of(keys[i]));
  EACH(RANK)
}

uint total_of(uint digit) {
  uint sum = 0u;
  for (uint s = 0u; s < subgroups; ++s) sum += pool[s * digits + digit];
  return sum;
}

// Turns counters into the first places of each digit and subgroup in the tile.
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
    publish(tile, d, count);
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

// Turns ranks into places, with the results of place_digits().
void choose_places() {
#define CHOOSE(i) places[i] += pool[subgroup_number() * digits + digit_of(keys[i])];
  EACH(CHOOSE)
}

void stage_keys() {
#define STAGE_KEY(i) pool[places[i]] = keys[i];
  EACH(STAGE_KEY)
}

uint place_behind(uint i) { return i * THREADS + gl_LocalInvocationIndex; }

void write_keys(uint end) {
#define TAKE_KEY(i) keys[i] = pool[place_behind(i)];
  EACH(TAKE_KEY)
#define TARGET(i) targets[i] = bases[digit_of(keys[i])] + place_behind(i);
  EACH(TARGET)
#define WRITE_KEY(i) \
  if (place_behind(i) < end) keys_out[targets[i]] = keys[i];
#define WRITE_SORTED_KEY(i) \
  if (place_behind(i) < end) sorted_keys[sorted_begin + in_order(targets[i])] = keys[i] + key_base;
  if (is_last) {
    if (wants_sorted_keys == 0u) return;
    EACH(WRITE_SORTED_KEY)
  } else {
    EACH(WRITE_KEY)
  }
}

void load_indices(uint first, uint end) {
#define IMPLY_INDEX(i) indices[i] = first + min(own(i), end - 1u);
#define LOAD_INDEX(i) indices[i] = index_at(first + min(own(i), end - 1u));
  if (indices_are_places()) {
    EACH(IMPLY_INDEX)
  } else {
    EACH(LOAD_INDEX)
  }
}

void stage_indices() {
#define STAGE_INDEX(i) pool[places[i]] = indices[i];
  EACH(STAGE_INDEX)
}

void write_indices(uint end) {
#define TAKE_INDEX(i) indices[i] = pool[place_behind(i)];
  EACH(TAKE_INDEX)
#define WRITE_INDEX(i) \
  if (place_behind(i) < end) indices_out[targets[i]] = indices[i];
#define WRITE_ORDER(i) \
  if (place_behind(i) < end) order[order_begin + in_order(targets[i])] = indices[i];
  if (is_last) {
    EACH(WRITE_ORDER)
  } else {
    EACH(WRITE_INDEX)
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
#ifdef INDICES_FIRST
  load_indices(first, end);
#endif
  clear_counters();
  barrier();
  rank_keys();
  barrier();
  place_digits(tile);
  barrier();
  choose_places();
  barrier();  // counters are read before keys take their place
  stage_keys();
  finish_bases(tile);
  barrier();
  write_keys(end);
  barrier();
#ifndef INDICES_FIRST
  load_indices(first, end);
#endif
  stage_indices();
  barrier();
  write_indices(end);
}
