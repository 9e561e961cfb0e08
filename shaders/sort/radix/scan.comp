#version 450 core
// Counts each digit in the tiles before each tile, and in all: a work group for each digit; or, with ROW_PER_THREAD, if
// barriers cost more than they gain, a thread. In the first pass one more work group finds the number of passes from
// the smallest and the largest key.
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#include "sort/prim/group.glsl"
#include "sort/radix/group_scan.glsl"
#include "sort/radix/radix.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 4) restrict buffer Counts { uint counts[]; };

uint used;  // tiles that have elements

#ifdef FIRST_PASS
shared uint low_key;
shared uint high_key;

void make_plan() {
  if (gl_LocalInvocationIndex == 0u) {
    low_key = 0xFFFFFFFFu;
    high_key = 0u;
  }
  barrier();
  uint low = 0xFFFFFFFFu;
  uint high = 0u;
  for (uint t = gl_LocalInvocationIndex; t < used; t += THREADS) {
    low = min(low, counts[digits * tiles + t]);
    high = max(high, counts[(digits + 1u) * tiles + t]);
  }
  atomicMin(low_key, low);
  atomicMax(high_key, high);
  barrier();
  if (gl_LocalInvocationIndex == 0u) {
    base = base_of(low_key);
    passes = passes_of(high_key - base);
  }
}
#endif

#ifdef ROW_PER_THREAD
const uint rows_per_group = THREADS;

void scan_rows(uint first) {
  uint digit = first + gl_LocalInvocationIndex;
  if (digit >= digits) return;
  uint before = 0u;
  for (uint t = 0u; t < used; ++t) {
    uint count = counts[digit * tiles + t];
    counts[digit * tiles + t] = before;
    before += count;
  }
  totals[pass * digits + digit] = before;
}
#else
const uint rows_per_group = 1u;

void scan_rows(uint digit) {
  uint row = digit * tiles;
  uint before = 0u;
  for (uint begin = 0u; begin < used; begin += THREADS * ITEMS) {
    uint first = begin + gl_LocalInvocationIndex * ITEMS;
    uint values[ITEMS];
    uint sum = 0u;
    for (uint i = 0u; i < ITEMS; ++i) values[i] = counts[row + min(first + i, used - 1u)];
    for (uint i = 0u; i < ITEMS; ++i) {
      if (first + i >= used) values[i] = 0u;
      sum += values[i];
    }
    uint total;
    uint place = before + exclusive_sum(sum, total);
    for (uint i = 0u; i < ITEMS; ++i) {
      if (first + i < used) counts[row + first + i] = place;
      place += values[i];
    }
    before += total;
    barrier();  // sums are read before the next ones are written
  }
  if (gl_LocalInvocationIndex == 0u) totals[pass * digits + digit] = before;
}
#endif

void main() {
  find_n();
  used = (n + tile_items - 1u) / tile_items;
  uint row = farfirst_group() * rows_per_group;
#ifdef FIRST_PASS
  if (row >= digits) {
    make_plan();
    return;
  }
#else
  if (pass >= passes) return;
#endif
  if (row < digits) scan_rows(row);
}
