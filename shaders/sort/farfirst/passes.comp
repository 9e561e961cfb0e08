#version 450 core
// Ends a call. If buckets failed, it sorts everything by radix passes, least significant digit first, over the bits in
// which keys differ. Otherwise the groups end at once.
//
// A pass has three stages: the digits of each tile are counted, the counts of each digit are summed over the tiles, and
// each tile moves its elements. Groups take tiles and rows by ticket, stage after stage, and a stage begins when the
// last one is done. So a group waits only for earlier tickets, which running groups hold: it is enough that all groups
// make progress once they run. If even that is not certain (no WAITS), `only_stage` runs one stage per dispatch, and no
// group waits.
//
// From C++: THREADS of a group, ITEMS per thread, DIGIT_BITS; ROWS of counts that a group sums.
//
// Passes are rare, but every call needs the program. With loops it compiles in a sixth of the time.
#pragma optionNV(unroll none)
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#define HISTORY_ACCESS coherent volatile
#include "sort/farfirst/history.glsl"
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
#include "sort/radix/group_scan.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict readonly buffer Keys { uint keys[]; };
// Keys and indices of even passes, the same of odd passes, counts of digit d in tile t at d * tiles + t.
layout(std430, binding = 1) coherent buffer Scratch { uint scratch[]; };
layout(std430, binding = 4) restrict writeonly buffer Order { uint order[]; };
layout(std430, binding = 5) restrict writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(std430, binding = 6) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = 7) restrict buffer HistoryCounts { uint history_counts[]; };  // as the struct: 64 bits each
layout(location = 5) uniform uint order_begin;
layout(location = 6) uniform uint sorted_begin;
layout(location = 7) uniform uint wants_sorted_keys;
layout(location = 8) uniform uint ids_at;     // all ones: there are none
layout(location = 9) uniform uint direction;  // 0: the last element goes to the front
layout(location = 10) uniform uint low_bit;   // keys are equal in the bits below it
layout(location = 11) uniform uint sampled;   // the pivots came from a sample
#ifndef WAITS
layout(location = 12) uniform uint only_stage;  // or no_stage
#endif
layout(location = 14) uniform uint ends_call;   // this dispatch decides the next call's path
layout(location = 13) uniform uint most_n;      // of the job, for the layout of scratch

const uint no_stage = 0xFFFFFFFFu;
const uint digits = 1u << DIGIT_BITS;
const uint tile_items = THREADS * ITEMS;
const uint most_failures = 6u;
#ifdef SUBGROUP_SIZE
const uint subgroups = THREADS / SUBGROUP_SIZE;
#else
const uint subgroups = THREADS;
#endif
const uint counters = subgroups * digits;
const uint pool_words = counters > tile_items ? counters : tile_items;

shared uint pool[pool_words];  // counters of each subgroup and digit, then the tile
shared uint bases[digits];     // the destination of a digit's elements, minus their place in the tile
shared uint count_of[digits];
shared uint ticket;
shared uint low_key, high_key;

uint n, tiles, most_tiles;
uint pass, passes, base;

uint key_array() { return pass % 2u == 0u ? 0u : 2u * most_n; }  // that the pass writes
uint counts_at(uint digit, uint tile) { return 4u * most_n + digit * most_tiles + tile; }
uint shift_of(uint number) { return low_bit + number * DIGIT_BITS; }
uint digit_of(uint key) { return shift_of(pass) > 31u ? 0u : key >> shift_of(pass) & (digits - 1u); }
uint key_at(uint i) { return pass == 0u ? keys[keys_begin + i] : scratch[(2u * most_n - key_array()) + i]; }
uint index_at(uint i) { return pass == 0u ? i : scratch[(3u * most_n - key_array()) + i]; }

// ---- Stages

void count_tile(uint tile) {
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) count_of[d] = 0u;
  if (gl_LocalInvocationIndex == 0u) {
    low_key = 0xFFFFFFFFu;
    high_key = 0u;
  }
  barrier();
  uint first = tile * tile_items, end = min(n - first, tile_items);
  uint low = 0xFFFFFFFFu, high = 0u;
  for (uint i = gl_LocalInvocationIndex; i < end; i += THREADS) {
    uint key = key_at(first + i);
    atomicAdd(count_of[digit_of(pass == 0u ? key : key - base)], 1u);
    low = min(low, key);
    high = max(high, key);
  }
  if (pass == 0u) {
    atomicMin(low_key, low);
    atomicMax(high_key, high);
  }
  barrier();
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) scratch[counts_at(d, tile)] = count_of[d];
  if (pass != 0u || gl_LocalInvocationIndex != 0u) return;
  atomicMax(calls[parity].largest, high_key);
  atomicMax(calls[parity].not_smallest, ~low_key);
}

// Turns counts into counts of earlier tiles. The sum of a row follows them.
void sum_row(uint digit) {
  uint before = 0u;
  for (uint begin = 0u; begin < tiles; begin += THREADS) {
    uint tile = begin + gl_LocalInvocationIndex;
    uint count = tile < tiles ? scratch[counts_at(digit, tile)] : 0u;
    uint total;
    uint place = before + exclusive_sum(count, total);
    if (tile < tiles) scratch[counts_at(digit, tile)] = place;
    before += total;
    barrier();  // sums are read before the next ones are written
  }
  if (gl_LocalInvocationIndex == 0u) scratch[counts_at(digits, 0u) + digit] = before;
}

#ifdef SUBGROUP_SIZE
#include "sort/radix/peers.glsl"

uint rank_of(uint digit) {
  Mask peers = peers_of(digit);
  uint last = uint(last_of(peers)), counted = 0u;
  if (subgroup_thread() == last) counted = atomicAdd(pool[subgroup_number() * digits + digit], size_of(peers));
  return subgroupShuffle(counted, last) + size_of(peers & threads_before());
}
uint own(uint i) { return (subgroup_number() * ITEMS + i) * SUBGROUP_SIZE + subgroup_thread(); }
uint own_counters() { return subgroup_number() * digits; }
#else
uint rank_of(uint digit) {
  uint counter = gl_LocalInvocationIndex * digits + digit;
  return pool[counter]++;
}
uint own(uint i) { return gl_LocalInvocationIndex * ITEMS + i; }
uint own_counters() { return gl_LocalInvocationIndex * digits; }
#endif

uint key[ITEMS];
uint place[ITEMS];
uint target[ITEMS];

void place_digits(uint tile) {
  const uint per_thread = (digits + THREADS - 1u) / THREADS;
  uint begin = min(gl_LocalInvocationIndex * per_thread, digits), stop = min(begin + per_thread, digits);
  uint here = 0u, before = 0u;
  for (uint d = begin; d < stop; ++d) {
    count_of[d] = 0u;
    for (uint s = 0u; s < subgroups; ++s) count_of[d] += pool[s * digits + d];
    here += count_of[d];
    before += scratch[counts_at(digits, 0u) + d];
  }
  uint total;
  uint at = exclusive_sum(here, total);
  barrier();  // sums are read before the next ones are written
  uint start = exclusive_sum(before, total);
  for (uint d = begin; d < stop; ++d) {
    bases[d] = start + scratch[counts_at(d, tile)] - at;
    start += scratch[counts_at(digits, 0u) + d];
    for (uint s = 0u; s < subgroups; ++s) {
      uint count = pool[s * digits + d];
      pool[s * digits + d] = at;
      at += count;
    }
  }
}

void write_key(uint target, uint key) {
  if (pass + 1u < passes) {
    scratch[key_array() + target] = key + base;
    return;
  }
  if (wants_sorted_keys != 0u) sorted_keys[sorted_begin + (direction != 0u ? target : n - 1u - target)] = key + base;
  uint k = target / width;
  if (k != 0u && k * width == target) pivots[(parity ^ 1u) * most_buckets + node_of(SPARE + k)] = key + base;
}

void write_index(uint target, uint index) {
  if (pass + 1u < passes) {
    scratch[key_array() + most_n + target] = index;
  } else {
    order[order_begin + (direction != 0u ? target : n - 1u - target)] = ids_at == 0xFFFFFFFFu ? index : ids[ids_at + index];
  }
}

// Orders the tile before it is written, so that neighbours are written together: keys, then indices.
void move_tile(uint tile) {
  uint first = tile * tile_items, end = min(n - first, tile_items), thread = gl_LocalInvocationIndex;
  for (uint i = thread; i < counters; i += THREADS) pool[i] = 0u;
  for (uint i = 0u; i < ITEMS; ++i) key[i] = own(i) < end ? key_at(first + own(i)) - base : 0xFFFFFFFFu;
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) place[i] = rank_of(digit_of(key[i]));
  barrier();
  place_digits(tile);
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) place[i] += pool[own_counters() + digit_of(key[i])];
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) pool[place[i]] = key[i];
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) {
    uint at = i * THREADS + thread, staged = pool[at];
    target[i] = bases[digit_of(staged)] + at;
    if (at < end) write_key(target[i], staged);
  }
  barrier();
  for (uint i = 0u; i < ITEMS; ++i) pool[place[i]] = index_at(first + min(own(i), end - 1u));
  barrier();
  for (uint i = 0u; i < ITEMS; ++i)
    if (i * THREADS + thread < end) write_index(target[i], pool[i * THREADS + thread]);
}

// ---- Tickets

uint size_of_stage(uint stage) { return stage % 3u == 1u ? digits / ROWS : tiles; }

void find_passes() {
  base = ~calls[parity].not_smallest & ~((digits << low_bit) - 1u);
  uint bits = uint(findMSB((calls[parity].largest - base) >> low_bit) + 1);
  passes = max((bits + DIGIT_BITS - 1u) / DIGIT_BITS, 1u);
}

void wait_for(uint stage) {
  if (gl_LocalInvocationIndex == 0u)
    while (calls[parity].done[stage] < size_of_stage(stage)) {
    }
  barrier();
  memoryBarrierBuffer();
}

// Waits until a stage may begin. False: there is no such stage. The number of passes is known when the first stage is
// done; later tickets must not wait for stages that never run.
bool may_begin(uint stage) {
  pass = stage / 3u;
  base = 0u;
  passes = 32u;
  if (stage == 0u) return true;
  wait_for(0u);
  find_passes();
  if (pass >= passes) return false;
  wait_for(stage - 1u);
  return true;
}

void run(uint stage, uint item) {
  if (stage % 3u == 0u) count_tile(item);
  if (stage % 3u == 1u)
    for (uint row = item * ROWS; row < (item + 1u) * ROWS; ++row) sum_row(row);
  if (stage % 3u == 2u) move_tile(item);
  memoryBarrierBuffer();
  barrier();
  if (gl_LocalInvocationIndex == 0u) atomicAdd(calls[parity].done[stage], 1u);
}

#ifdef WAITS
void run_by_tickets() {
  for (;;) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) ticket = atomicAdd(calls[parity].tickets, 1u);
    barrier();
    uint of_pass = 2u * tiles + digits / ROWS, left = ticket % of_pass;
    uint stage = ticket / of_pass * 3u;
    if (left >= tiles) {
      ++stage;
      left -= tiles;
      if (left >= digits / ROWS) {
        ++stage;
        left -= digits / ROWS;
      }
    }
    if (stage >= most_stages || !may_begin(stage)) break;
    run(stage, left);
  }
}
#endif

// ---- The end of a call

// After f failures in a row, the next 2^f - 2 calls do not try buckets. All words are read before any is written, so
// that this takes little time.
void decide_next_call(bool sorts) {
  uint at = !sorts && sampled == 0u ? 2u : 0u;
  uint low = history_counts[at], high = history_counts[at + 1u], skip = skipped, times = failures;
  history_counts[at] = low + 1u;
  history_counts[at + 1u] = high + uint(low == 0xFFFFFFFFu);
  uint failed_again = min(times + 1u, most_failures);
  bool trial = skip == 0u;
  failures = trial ? (sorts ? failed_again : 0u) : times;
  skipped = trial ? (sorts ? (1u << failed_again) - 2u : 0u) : skip - 1u;
  regular = regular_of(n, width);
}

void main() {
  n = farfirst_counted(given_n);
  tiles = (n + tile_items - 1u) / tile_items;
  most_tiles = (most_n + tile_items - 1u) / tile_items;
  if (n == 0u) return;
  bool sorts = calls[parity].failed != 0u;
  if (farfirst_group() == 0u && gl_LocalInvocationIndex == 0u && ends_call != 0u) decide_next_call(sorts);
  if (!sorts) return;
#ifdef WAITS
  run_by_tickets();
#else
  if (only_stage == no_stage || farfirst_group() >= size_of_stage(only_stage)) return;
  if (may_begin(only_stage)) run(only_stage, farfirst_group());
#endif
}
