#version 450
// Finds one layer: for each sample, the nearest fragment behind the last layer. The steps, which all but BLEND are one
// program, are:
//   find_key       its key
//   find_element   its element, the last one with that key
//   BLEND          its colour, blended behind the layers before
//   count          no layer: counts all fragments, and those behind the last layer
#define FRAGMENT_DEPTH
#ifdef BLEND
#define WITH_SURFACES
#endif
#include "render/exact/pairs.glsl"
#include "render/exact/keys.glsl"
#ifdef BLEND
#include "render/exact/color.glsl"
#endif
#include "render/peeled/samples.glsl"

bool is_behind_layer(uint list, uint key, uint element) {
  uvec2 before = peeled[list];
  return key < before.x || (key == before.x && element < before.y);
}

void prepare(uint i, uint element, ivec2 tile, Shape shape) {
  prepare_keys(i, element);
#ifdef BLEND
  prepare_color(tile, shape);
#endif
}

#ifndef BLEND
layout(location = 0) uniform uint sought;
const uint find_key = 0u, find_element = 1u, count = 2u;  // as enum Search of peeled.cpp

layout(std430, binding = 12) buffer Counts { uvec2 all_fragments, left_fragments; };  // lower and higher 32 bits

shared uint group_all, group_left;
uint own_all, own_left;

void search(uint place, uint key, uint element) {
  if (sought == find_key) {
    if (is_behind_layer(place, key, element)) atomicMax(next_keys[place], key);
  } else if (sought == find_element) {
    if (key == next_keys[place] && is_behind_layer(place, key, element)) atomicMax(next_elements[place], element + 1u);
  } else {
    ++own_all;
    own_left += is_behind_layer(place, key, element) ? 1u : 0u;
  }
}
#endif

void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape) {
#ifdef BLEND
  vec4 color = color_of(shape, pixel, covered);
#endif
  for (; covered != 0u; covered &= covered - 1u) {
    int s = findLSB(covered);
    uint place = list + uint(s), key = fragment_key(place_of_sample(pixel, s));
#ifdef BLEND
    if (key == next_keys[place] && element + 1u == next_elements[place]) {
      vec4 front = lights[place];
      lights[place] = front + (1.0 - front.a) * color;
      peeled[place] = uvec2(key, element);
    }
#else
    search(place, key, element);
#endif
  }
}

#ifdef BLEND
void main() { visit_pairs(); }
#else
void main() {
  if (gl_LocalInvocationIndex == 0u) group_all = 0u, group_left = 0u;
  own_all = 0u, own_left = 0u;
  barrier();
  visit_pairs();
  if (sought != count) return;
  atomicAdd(group_all, own_all);
  atomicAdd(group_left, own_left);
  barrier();
  if (gl_LocalInvocationIndex > 0u) return;
  uint before = atomicAdd(all_fragments.x, group_all);
  if (before + group_all < before) atomicAdd(all_fragments.y, 1u);
  before = atomicAdd(left_fragments.x, group_left);
  if (before + group_left < before) atomicAdd(left_fragments.y, 1u);
}
#endif
