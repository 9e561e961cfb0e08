#version 450
// Counts neighbours of an order that are in the wrong sequence: the key of the one drawn first is larger. Also sums by
// how much of the scene's depth. Equal keys are in order, whichever comes first.
#include "keys/keys.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };  // of the elements, as they are now
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer Sums {
  uint inversions;
  uint steps_low;  // 64 bits
  uint steps_high;
};
layout(location = 0) uniform uint n;  // in the order
layout(location = 1) uniform uint order_begin;
layout(location = 2) uniform uint reversed;  // 1: front to back
// The same as class DepthSteps of app/order/inversion_stats.h.
layout(location = 3) uniform int metric;
layout(location = 4) uniform uint are_linear;
layout(location = 5) uniform int shift;
layout(location = 6) uniform vec3 steps;  // farthest, scale, last
const uint rows = 8u;                     // of a thread

shared uint group_inversions;
shared uint group_steps;  // at most 2^20 for each of 2^11 pairs

uint key_at(uint place) { return keys[order[order_begin + place]]; }

int step_of(uint key) {
  uint word = shift < 0 ? key >> -shift : key << shift;
  if (are_linear != 0u) return int(word);
  return int(farfirst_with_fewer_bits(word, metric, farfirst_Steps(0, true, steps.x, steps.y, steps.z)));
}

// Counts pairs, and their steps.
uvec2 count_rows(uint begin) {
  uvec2 count = uvec2(0u);
  for (uint row = 0u; row < rows; ++row) {
    uint place = begin + row * gl_WorkGroupSize.x;
    if (place + 1u >= n) break;
    uint first = key_at(place), second = key_at(place + 1u);
    bool wrong = reversed != 0u ? first < second : first > second;
    if (wrong) count += uvec2(1u, max(abs(step_of(first) - step_of(second)), 1));
  }
  return count;
}

void add_group() {
  atomicAdd(inversions, group_inversions);
  uint before = atomicAdd(steps_low, group_steps);
  if (before > 0xFFFFFFFFu - group_steps) atomicAdd(steps_high, 1u);
}

void main() {
  if (gl_LocalInvocationIndex == 0u) group_inversions = group_steps = 0u;
  barrier();
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uvec2 count = count_rows(group * rows * gl_WorkGroupSize.x + gl_LocalInvocationID.x);
  if (count.x != 0u) {
    atomicAdd(group_inversions, count.x);
    atomicAdd(group_steps, count.y);
  }
  barrier();
  if (gl_LocalInvocationIndex == 0u && group_inversions != 0u) add_group();
}
