#version 450 core
// One thread, after check_order.comp: what the first fault is.
#include "sort/prim/check_order.glsl"
layout(local_size_x = 1) in;

const uint none = 0u;  // as enum OrderCheck::Fault
const uint index_out_of_range = 1u;
const uint index_repeated = 2u;
const uint keys_descend = 3u;
const uint ties_descend = 4u;

// Before the first fault words ascend.
bool stands_before(uvec2 word, uint place) {
  uint low = 0u, high = place;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (is_less(word_at(middle), word)) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low < place && word_at(low).x == word.x;
}

uint named(uvec2 word) {
  if (word.x >= n) return index_out_of_range;
  if (stands_before(word, first)) return index_repeated;
  return word.y < word_at(first - 1u).y ? keys_descend : ties_descend;
}

void main() {
  fault = none;
  value = 0u;
  if (first == 0xFFFFFFFFu) return;
  uvec2 word = word_at(first);
  value = word.x;
  fault = named(word);
}
