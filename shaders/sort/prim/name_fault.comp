#version 450 core
// One thread, after check_order.comp: what the first fault is.
#include "sort/prim/check_order.glsl"
layout(local_size_x = 1) in;

const uint none = 0u;  // as enum OrderCheck::Fault
const uint index_out_of_range = 1u;
const uint index_repeated = 2u;
const uint keys_descend = 3u;
const uint ties_descend = 4u;
const uint not_in_ids = 5u;

// Before the first fault words ascend.
bool stands_before(uvec2 word) {
  uint low = 0u, high = first;
  while (low < high) {
    uint middle = (low + high) / 2u;
    if (is_less(word_at(middle), word)) {
      low = middle + 1u;
    } else {
      high = middle;
    }
  }
  return low < first && value_at(low) == value;
}

uint named(uvec2 word) {
  if (value >= (elements == 0u ? total : elements)) return index_out_of_range;
  if (word.x >= total) return not_in_ids;
  if (stands_before(word)) return index_repeated;
  return word.y < word_at(first - 1u).y ? keys_descend : ties_descend;
}

void main() {
  fault = none;
  if (first == 0xFFFFFFFFu) return;
  read_count();
  position = position_of(first);
  value = value_at(first);
  fault = named(word_at(first));
}
