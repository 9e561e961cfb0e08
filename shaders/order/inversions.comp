#version 450
// How many neighbours in an order are in the wrong sequence: the key of the one that is drawn first is larger. Equal keys
// are in order, whichever comes first.
layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };  // of the elements, as they are now
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer Count { uint inversions; };
layout(location = 0) uniform uint n;  // in the order
layout(location = 1) uniform uint order_begin;
layout(location = 2) uniform uint reversed;  // 1: front to back
const uint rows = 8u;                        // of a thread

shared uint group_inversions;

uint key_at(uint place) { return keys[order[order_begin + place]]; }

uint count_rows(uint begin) {
  uint count = 0u;
  for (uint row = 0u; row < rows; ++row) {
    uint place = begin + row * gl_WorkGroupSize.x;
    if (place + 1u >= n) break;
    uint first = key_at(place), second = key_at(place + 1u);
    count += uint(reversed != 0u ? first < second : first > second);
  }
  return count;
}

void main() {
  if (gl_LocalInvocationIndex == 0u) group_inversions = 0u;
  barrier();
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint count = count_rows(group * rows * gl_WorkGroupSize.x + gl_LocalInvocationID.x);
  if (count != 0u) atomicAdd(group_inversions, count);
  barrier();
  if (gl_LocalInvocationIndex == 0u && group_inversions != 0u) atomicAdd(inversions, group_inversions);
}
