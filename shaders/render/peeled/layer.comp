#version 450
// One layer: of the fragments of each sample behind the layer before, the nearest. By these steps:
//   FIND_KEY       its key
//   FIND_ELEMENT   its element, of those with that key the last one
//   BLEND          its colour, behind what is there
//   COUNT          no layer: how many fragments there are, and how many are behind the layer before
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

#ifdef COUNT
layout(std430, binding = 12) buffer Counts { uvec2 all_fragments, left_fragments; };  // lower and higher 32 bits

shared uint group_all, group_left;
uint own_all, own_left;
#endif

void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape) {
#ifdef BLEND
  vec4 color = color_of(shape, pixel, covered);
#endif
  for (; covered != 0u; covered &= covered - 1u) {
    int s = findLSB(covered);
    uint place = list + uint(s), key = fragment_key(place_of_sample(pixel, s));
#ifdef FIND_KEY
    if (is_behind_layer(place, key, element)) atomicMax(next_keys[place], key);
#endif
#ifdef FIND_ELEMENT
    if (key == next_keys[place] && is_behind_layer(place, key, element))
      atomicMax(next_elements[place], element + 1u);
#endif
#ifdef BLEND
    if (key == next_keys[place] && element + 1u == next_elements[place]) {
      vec4 front = lights[place];
      lights[place] = front + (1.0 - front.a) * color;
      peeled[place] = uvec2(key, element);
    }
#endif
#ifdef COUNT
    ++own_all;
    own_left += is_behind_layer(place, key, element) ? 1u : 0u;
#endif
  }
}

#ifdef COUNT
void main() {
  if (gl_LocalInvocationIndex == 0u) group_all = 0u, group_left = 0u;
  own_all = 0u, own_left = 0u;
  barrier();
  visit_pairs();
  atomicAdd(group_all, own_all);
  atomicAdd(group_left, own_left);
  barrier();
  if (gl_LocalInvocationIndex > 0u) return;
  uint before = atomicAdd(all_fragments.x, group_all);
  if (before + group_all < before) atomicAdd(all_fragments.y, 1u);
  before = atomicAdd(left_fragments.x, group_left);
  if (before + group_left < before) atomicAdd(left_fragments.y, 1u);
}
#else
void main() { visit_pairs(); }
#endif
