// What check_order.comp and name_fault.comp share. An order is gone through from its end if it is front to back: step i
// is then the i-th position from the end. It holds indices of keys, or ids, which have places among the keys.
#include "sort/prim/counted.glsl"

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer CheckResult {
  uint first;  // step of the first fault; all ones if there is none
  uint fault;
  uint value;     // order[position]
  uint position;  // of that step
};
// Of ids. What was never written holds anything: it is a place only if the id stands there.
layout(std430, binding = 4) readonly buffer Places { uint places[]; };
layout(std430, binding = 5) readonly buffer Ids { uint ids[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;
layout(location = 2) uniform uint order_begin;
layout(location = 3) uniform uint elements;  // ids are below it; 0: the order holds indices
layout(location = 4) uniform uint reversed;
layout(location = 5) uniform uint ids_begin;

uint total;  // main() begins with it
void read_count() { total = farfirst_counted(n); }

uint position_of(uint step) { return reversed != 0u ? total - 1u - step : step; }
uint value_at(uint step) { return order[order_begin + position_of(step)]; }
uint place_of(uint value) {
  if (elements == 0u) return value;
  uint place = value < elements ? places[value] : total;
  return place < total && ids[ids_begin + place] == value ? place : 0xFFFFFFFFu;
}

// The place among the keys of what stands at a step, and its key. If it has no place, the key does not matter.
uvec2 word_at(uint step) {
  uint place = place_of(value_at(step));
  return uvec2(place, place < total ? keys[keys_begin + place] : 0u);
}
bool is_less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
