#version 450 core
// Is `order` a permutation along which (key, place) ascends? It is if all places are in range and (key, place) ascends
// strictly: n places below n that all differ are a permutation. So each step is compared with the one before, and nobody
// has to remember which places were met.
#include "sort/prim/check_order.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
const uint rows = 4u;  // reads that a thread has under way at the same time

shared uvec2 met[rows * 256u];

void main() {
  read_count();
  uint begin = farfirst_group() * rows * gl_WorkGroupSize.x;
  uvec2 word[rows];
  for (uint row = 0u; row < rows; ++row) {
    uint place = row * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    word[row] = begin + place < total ? word_at(begin + place) : uvec2(0u);
    met[place] = word[row];
  }
  uvec2 before = gl_LocalInvocationID.x == 0u && begin != 0u && begin < total ? word_at(begin - 1u) : uvec2(0u);
  barrier();
  for (uint row = 0u; row < rows; ++row) {
    uint place = row * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    uint i = begin + place;
    if (place != 0u) before = met[place - 1u];
    if (i < total && (word[row].x >= total || (i != 0u && !is_less(before, word[row])))) atomicMin(first, i);
  }
}
