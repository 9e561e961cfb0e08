// Writes sorted words to the job's order, and to its sorted keys.
layout(std430, binding = 3) writeonly buffer Order { uint order[]; };
layout(std430, binding = 4) writeonly buffer SortedKeys { uint sorted_keys[]; };
layout(location = 5) uniform uint order_begin;
layout(location = 6) uniform uint sorted_keys_begin;
layout(location = 7) uniform uint with_keys;

void put(uint place, uvec2 word) {
  order[order_begin + place] = word.x;
  if (with_keys != 0u) sorted_keys[sorted_keys_begin + place] = word.y;
}
