#version 450 core
// Counts digits; in the first pass also finds the smallest and the largest key. With MEASURE it makes the keys
// first, from the elements of a distance job. Counts are separate for each tile. With LOOK_BACK they are added up
// instead: one kernel counts the lowest digit, a second one all others, relative to the base that the first
// found.
// First, because of its extensions.
#include "sort/radix/subgroups.glsl"

#ifdef MEASURE
#include "sort/prim/elements.glsl"
#endif
#ifdef FIRST_PASS
#include "sort/prim/counted.glsl"
#endif
#include "sort/prim/group.glsl"
#include "sort/radix/each.glsl"
#include "sort/radix/radix.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict buffer Keys { uint keys[]; };
#ifndef LOOK_BACK
layout(std430, binding = 4) restrict writeonly buffer Counts { uint counts[]; };  // of digit d in tile t: d * tiles + t
#endif

#if defined(LOOK_BACK) && !defined(FIRST_PASS)
const uint counted = most_passes - 1u;
uint relative_to() { return base_of(~not_smallest); }
uint end_of_counting() { return passes_of(largest - relative_to()); }
#else
const uint counted = 1u;
uint relative_to() { return 0u; }  // the lowest digit does not depend on it, and later passes read relative keys
uint end_of_counting() { return pass + 1u; }
#endif
#if defined(LOOK_BACK) || defined(FIRST_PASS)
layout(location = 3) uniform uint keys_begin;
#else
const uint keys_begin = 0u;
#endif

#ifdef FIRST_PASS
void read_count() {
  n = farfirst_counted(given_n);
  if (farfirst_group() == 0u && gl_LocalInvocationIndex == 0u) elements = n;  // for the kernels after this one
}
#else
void read_count() { find_n(); }
#endif

// The elements that a thread loads together: without conditions, not even a count.
#if defined(MEASURE)
const uint together = 4u;
#define BATCH(DO) EACH_OF_4(DO, 0)
#elif defined(SUBGROUP_SIZE)
const uint together = ITEMS;
#define BATCH(DO) EACH(DO)
#else
const uint together = 8u;
#define BATCH(DO) EACH_OF_8(DO, 0)
#endif

shared uint count_of[counted * digits];
#ifdef FIRST_PASS
shared uint low_key;
shared uint high_key;
#endif

void clear_counts() {
  for (uint c = gl_LocalInvocationIndex; c < counted * digits; c += THREADS) count_of[c] = 0u;
#ifdef FIRST_PASS
  if (gl_LocalInvocationIndex == 0u) {
    low_key = 0xFFFFFFFFu;
    high_key = 0u;
  }
#endif
}

#ifdef FIRST_PASS
void extend_range(uint low, uint high) {
#ifdef SUBGROUPS
  low = subgroupMin(low);
  high = subgroupMax(high);
  if (gl_SubgroupInvocationID != 0u) return;
#endif
  atomicMin(low_key, low);
  atomicMax(high_key, high);
}
#endif

#ifdef MEASURE
// Elements are loaded together, but their keys are made one after the other: with the unrolled arithmetic of 12 keys
// NVIDIA's compiler takes 16 s, and the kernel is slower.
void count_elements(uint first, uint end, inout uint low, inout uint high) {
  for (uint own = gl_LocalInvocationIndex; own < end; own += together * THREADS) {
    farfirst_Element elements[together];
#define LOAD_TRIANGLE(i) elements[i] = farfirst_triangle_at(first + min(own + i * THREADS, end - 1u));
#define LOAD_POINT(i) elements[i] = farfirst_point_at(first + min(own + i * THREADS, end - 1u));
    if (farfirst_of_triangles != 0u) {
      BATCH(LOAD_TRIANGLE)
    } else {
      BATCH(LOAD_POINT)
    }
    uint stop = min(own + together * THREADS, end);
    for (uint i = own; i < stop; i += THREADS) {
      uint key = farfirst_key_of_element(elements[0]);
      // Moves the next one up, so that no index varies and all stay in registers.
      elements[0] = elements[1];
      elements[1] = elements[2];
      elements[2] = elements[3];
      keys[keys_begin + first + i] = key;
      atomicAdd(count_of[digit_of(key)], 1u);
      low = min(low, key);
      high = max(high, key);
    }
  }
}
#else
void count_elements(uint first, uint end, inout uint low, inout uint high) {
  uint base_key = relative_to();
  uint end_pass = end_of_counting();
  for (uint own = gl_LocalInvocationIndex; own < end; own += together * THREADS) {
    uint loaded[together];
#define LOAD(i) loaded[i] = keys[keys_begin + first + min(own + i * THREADS, end - 1u)];
    BATCH(LOAD)
#define COUNT(i) atomicAdd(count_of[k * digits + ((loaded[i] - base_key) >> shift & (digits - 1u))], 1u);
#define COUNT_IF_THERE(i) \
  if (own + i * THREADS < end) COUNT(i)
    for (uint k = 0u; k < counted && pass + k < end_pass; ++k) {
      uint shift = shift_of(pass + k);
      if (own + (together - 1u) * THREADS < end) {
        BATCH(COUNT)
      } else {
        BATCH(COUNT_IF_THERE)
      }
    }
#define EXTEND(i)            \
  low = min(low, loaded[i]); \
  high = max(high, loaded[i]);
    BATCH(EXTEND)
  }
}
#endif

void count_tile(uint tile) {
  uint first = tile * tile_items;
  uint low = 0xFFFFFFFFu;
  uint high = 0u;
  count_elements(first, min(n - first, tile_items), low, high);
#ifdef FIRST_PASS
  extend_range(low, high);
#endif
}

#ifdef LOOK_BACK
// A few work groups count all tiles.
void main() {
  read_count();
  uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
  clear_counts();
  barrier();
  if (pass < end_of_counting())
    for (uint tile = farfirst_group(); !is_empty(tile); tile += groups) count_tile(tile);
  barrier();
  for (uint c = gl_LocalInvocationIndex; c < counted * digits; c += THREADS)
    if (count_of[c] != 0u) atomicAdd(totals[pass * digits + c], count_of[c]);
  if (gl_LocalInvocationIndex != 0u) return;
#ifdef FIRST_PASS
  atomicMax(largest, high_key);
  atomicMax(not_smallest, ~low_key);
#else
  if (farfirst_group() == 0u) {
    base = relative_to();
    passes = end_of_counting();
  }
#endif
}
#else
void main() {
  read_count();
  uint tile = farfirst_group();
  if (is_empty(tile)) return;
#ifndef FIRST_PASS
  if (pass >= passes) return;
#endif
  clear_counts();
  barrier();
  count_tile(tile);
  barrier();
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) counts[d * tiles + tile] = count_of[d];
#ifdef FIRST_PASS
  if (gl_LocalInvocationIndex == 0u) {
    counts[digits * tiles + tile] = low_key;
    counts[(digits + 1u) * tiles + tile] = high_key;
  }
#endif
}
#endif
