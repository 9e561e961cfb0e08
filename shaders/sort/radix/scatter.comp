#version 450 core
// Moves each element to its place by this pass's digit, with subgroup operations: ranks in each subgroup, a scan over
// (digit, subgroup), the tile brought in order in shared memory, so that neighbours are written together
// (Merrill and Grimshaw: High performance and scalable radix sorting, 2011; ranks as in Adinets and Merrill: Onesweep,
// 2022, section 3).
// First, for its extensions.
#include "sort/radix/subgroups.glsl"

#include "sort/radix/each.glsl"
#include "sort/radix/ranks.glsl"
#include "sort/radix/scatter.glsl"

uint keys[ITEMS];    // later where they go
uint places[ITEMS];  // in the tile

uint own(uint i) { return (subgroup_number() * ITEMS + i) * SUBGROUP_SIZE + subgroup_thread(); }

// What is behind the last element goes behind everything else, since it is all ones and comes last.
void load_keys(uint first, uint end) {
#define LOAD_KEY(i) keys[i] = own(i) < end ? key_at(first + own(i)) : 0xFFFFFFFFu;
  EACH(LOAD_KEY)
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

// Ranks become places, with what place_digits() found.
void choose_places() {
#define CHOOSE(i) places[i] += pool[subgroup_number() * digits + digit_of(keys[i])];
  EACH(CHOOSE)
}

void stage_keys() {
#define STAGE_KEY(i) pool[places[i]] = keys[i];
  EACH(STAGE_KEY)
}

uint place_behind(uint i) { return i * THREADS + gl_LocalInvocationIndex; }

// keys[] becomes where the elements at these places go.
void write_keys(uint end) {
#define TAKE_KEY(i) keys[i] = pool[place_behind(i)];
  EACH(TAKE_KEY)
#define WRITE_KEY(i)                                    \
  {                                                     \
    uint key = keys[i];                                 \
    keys[i] = bases[digit_of(key)] + place_behind(i);   \
    if (place_behind(i) < end) write_key(keys[i], key); \
  }
  EACH(WRITE_KEY)
}

void stage_indices(uint first, uint end) {
  uint indices[ITEMS];
#define LOAD_INDEX(i) indices[i] = own(i) < end ? index_at(first + own(i)) : 0u;
  EACH(LOAD_INDEX)
#define STAGE_INDEX(i) pool[places[i]] = indices[i];
  EACH(STAGE_INDEX)
}

void write_indices(uint end) {
#define WRITE_INDEX(i) \
  if (place_behind(i) < end) write_index(keys[i], pool[place_behind(i)]);
  EACH(WRITE_INDEX)
}

void main() {
  if (pass >= passes) return;
  uint tile = take_tile();
  if (tile >= tiles) return;
  read_plan();
  uint first = tile * tile_items;
  uint end = min(n - first, tile_items);
  load_keys(first, end);
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
  stage_indices(first, end);
  barrier();
  write_indices(end);
}
