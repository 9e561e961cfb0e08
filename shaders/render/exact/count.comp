#version 450
// Counts the fragments of each list.
//   SLICED      only those of a slice of depth
//   HISTOGRAM   no lists: counts a slice's fragments by the value of the byte that follows the common bits of all keys
//               and elements of the slice
#if defined(SLICED) || defined(HISTOGRAM)
#define FRAGMENT_DEPTH
#endif
#include "render/exact/pairs.glsl"
#ifdef FRAGMENT_DEPTH
#include "render/exact/keys.glsl"
#endif

layout(std430, binding = 8) buffer Counts { uint counts[]; };
#ifdef HISTOGRAM
layout(location = 0) uniform uint shift;  // of the byte, in the 64 bits of key and element
#endif

void prepare(uint i, uint element, ivec2 tile, Shape shape) {
#ifdef FRAGMENT_DEPTH
  prepare_keys(i, element);
#endif
}

#ifdef FRAGMENT_DEPTH
void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape) {
  for (int s = 0; s < samples; ++s) {
    if ((covered >> s & 1u) == 0u) continue;
    uint key = fragment_key(place_of_sample(pixel, s));
    if (!is_in_slice(key, element)) continue;
#ifdef HISTOGRAM
    atomicAdd(counts[shift >= 32u ? key >> (shift - 32u) & 255u : element >> shift & 255u], 1u);
#else
    atomicAdd(counts[list + uint(s)], 1u);
#endif
  }
}
#else
void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape) {
  for (; covered != 0u; covered &= covered - 1u) atomicAdd(counts[list + uint(findLSB(covered))], 1u);
}
#endif

void main() { visit_pairs(); }
