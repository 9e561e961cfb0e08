#version 450 core
// Is `order` a permutation along which (key, place) ascends? It is if all places are in range and (key, place) ascends
// strictly: n places below n that all differ are a permutation. So each step is compared with the one before, and no
// set of visited places is needed. The last work group to finish names the first fault.
//
// An order that is front to back is read from its end: step i is then the i-th position from the end. It contains
// indices of keys, or with IDS ids, which have places among the keys.
//
// Loads are unconditional, and together: compilers may turn conditions into branches, and every load then waits for the
// one before.
#include "sort/prim/counted.glsl"
#include "sort/prim/each.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;

layout(std430, binding = 0) restrict readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict readonly buffer Order { uint order[]; };
layout(std430, binding = 2) restrict coherent buffer Progress {  // each check restores it
  uint first;     // step of the first fault; all ones if there is none
  uint finished;  // work groups
};
layout(std430, binding = 6) restrict writeonly buffer Results { uvec4 results[]; };  // in the host's memory
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;
layout(location = 2) uniform uint order_begin;
layout(location = 3) uniform uint reversed;
layout(location = 4) uniform uint slot;  // of the result

const uint all_ones = 0xFFFFFFFFu;
const uint right = 0u;  // as enum OrderCheck::Fault
const uint index_out_of_range = 1u;
const uint index_repeated = 2u;
const uint keys_descend = 3u;
const uint ties_descend = 4u;
const uint not_in_ids = 5u;

uint total;  // set first by main()

uint position_of(uint step) { return reversed != 0u ? total - 1u - step : step; }
uint value_at(uint step) { return order[order_begin + position_of(step)]; }
uint key_at(uint place) { return keys[keys_begin + min(place, total - 1u)]; }  // any key if there is none

#ifdef IDS
layout(std430, binding = 4) restrict readonly buffer Places { uint places[]; };
layout(std430, binding = 5) restrict readonly buffer Ids { uint ids[]; };
layout(location = 5) uniform uint ids_begin;
layout(location = 6) uniform uint elements;

uint end_of_values() { return elements; }
// Words that were never written hold anything: it is a place only if the id is there.
uint noted_place(uint value) { return places[min(value, elements - 1u)]; }
uint confirmed(uint place, uint value) {
  uint id = ids[ids_begin + min(place, total - 1u)];
  return value < elements && place < total && id == value ? place : all_ones;
}
#else
uint end_of_values() { return total; }
uint noted_place(uint value) { return value; }
uint confirmed(uint place, uint value) { return place; }
#endif

// The place among the keys of the element at a step, and its key.
uvec2 word_at(uint step) {
  uint value = value_at(step);
  uint place = noted_place(value);
  return uvec2(confirmed(place, value), key_at(place));
}
bool is_less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }

// ---- the first fault

const uint together = 8u;
const uint tile = together * 256u;
const uint steps = tile - 1u;  // of a work group: place 0 in its tile is the last step of the group before

shared uvec2 met[tile];
shared uint first_here;

uint own(uint i) { return i * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }

// Checks the step at this place in the tile: returns its number if it is wrong.
uint fault_at(uint place, uint step, uvec2 word) {
  uvec2 before = met[max(place, 1u) - 1u];
  bool wrong = word.x >= total || (step != 0u && !is_less(before, word));
  return wrong && place != 0u && step < total ? step : all_ones;
}

void find_first(uint begin) {
  uint values[together];
  uvec2 words[together];
  uint wrong = all_ones;
#define STEP(i) (begin + own(i) - 1u)
#define LOAD(i) values[i] = value_at(min(STEP(i), total - 1u));
#define FIND(i) words[i].x = noted_place(values[i]);
#define LOAD_KEY(i) words[i].y = key_at(words[i].x);
#define CONFIRM(i) words[i].x = confirmed(words[i].x, values[i]);
#define MEET(i) met[own(i)] = words[i];
#define COMPARE(i) wrong = min(wrong, fault_at(own(i), STEP(i), words[i]));
  EACH_OF_8(LOAD, 0)
  EACH_OF_8(FIND, 0)
  EACH_OF_8(LOAD_KEY, 0)
  EACH_OF_8(CONFIRM, 0)
  EACH_OF_8(MEET, 0)
  barrier();
  EACH_OF_8(COMPARE, 0)
  if (wrong != all_ones) atomicMin(first_here, wrong);
}

// ---- its name

// Words ascend before `end`, the first fault.
bool stands_before(uint end, uvec2 word) {
  uint low = 0u, high = end;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (is_less(word_at(middle), word)) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low < end && value_at(low) == value_at(end);
}

uint name_of(uint step) {
  uvec2 word = word_at(step);
  if (value_at(step) >= end_of_values()) return index_out_of_range;
  if (word.x >= total) return not_in_ids;
  if (stands_before(step, word)) return index_repeated;
  return word.y < word_at(step - 1u).y ? keys_descend : ties_descend;
}

void send_result(uint step) {
  if (step == all_ones) {
    results[slot] = uvec4(right, uvec3(0u));
  } else {
    results[slot] = uvec4(name_of(step), value_at(step), position_of(step), 0u);
  }
}

void main() {
  total = farfirst_counted(n);
  uint group = farfirst_group();
  uint groups = max((total + steps - 1u) / steps, 1u);
  if (group >= groups) return;
  if (gl_LocalInvocationIndex == 0u) first_here = all_ones;
  if (total != 0u) find_first(group * steps);
  barrier();
  if (gl_LocalInvocationIndex != 0u) return;
  if (first_here != all_ones) atomicMin(first, first_here);
  memoryBarrierBuffer();
  if (atomicAdd(finished, 1u) + 1u != groups) return;
  memoryBarrierBuffer();
  finished = 0u;
  send_result(atomicExchange(first, all_ones));
}
