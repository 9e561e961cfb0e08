#version 450 core
// Counts the digits of each tile; in the first pass also finds its smallest and its largest key. With MEASURE it makes
// the keys first, of the elements of a distance job.
#pragma optionNV(unroll all)
#ifdef MEASURE
#include "sort/prim/elements.glsl"
#endif
#include "sort/prim/group.glsl"
#include "sort/radix/radix.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) restrict buffer Keys { uint keys[]; };
layout(std430, binding = 4) restrict writeonly buffer Counts { uint counts[]; };  // of digit d in tile t: d * tiles + t

shared uint count_of[digits];
#ifdef FIRST_PASS
layout(location = 3) uniform uint keys_begin;
shared uint smallest;
shared uint largest;
#else
const uint keys_begin = 0u;
#endif

uint key_at(uint i) {
#ifdef MEASURE
  uint key = farfirst_key_at(i);
  keys[keys_begin + i] = key;
  return key;
#else
  return keys[keys_begin + i];
#endif
}

void count_digits(uint tile) {
  uint end = min(n - tile * tile_items, tile_items);
  uint low = 0xFFFFFFFFu;
  uint high = 0u;
  for (uint i = gl_LocalInvocationIndex; i < tile_items; i += THREADS) {
    if (i < end) {
      uint key = key_at(tile * tile_items + i);
      atomicAdd(count_of[digit_of(key)], 1u);
      low = min(low, key);
      high = max(high, key);
    }
  }
#ifdef FIRST_PASS
  atomicMin(smallest, low);
  atomicMax(largest, high);
#endif
}

void main() {
  uint tile = farfirst_group();
  if (tile >= tiles) return;
#ifndef FIRST_PASS
  if (pass >= passes) return;
#endif
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) count_of[d] = 0u;
#ifdef FIRST_PASS
  if (gl_LocalInvocationIndex == 0u) {
    smallest = 0xFFFFFFFFu;
    largest = 0u;
  }
#endif
  barrier();
  count_digits(tile);
  barrier();
  for (uint d = gl_LocalInvocationIndex; d < digits; d += THREADS) counts[d * tiles + tile] = count_of[d];
#ifdef FIRST_PASS
  if (gl_LocalInvocationIndex == 0u) {
    counts[digits * tiles + tile] = smallest;
    counts[(digits + 1u) * tiles + tile] = largest;
  }
#endif
}
