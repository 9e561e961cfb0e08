// What check_order.comp and name_fault.comp share.
layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 2) buffer CheckResult {
  uint first;  // position of the first fault; all ones if there is none
  uint fault;
  uint value;  // order[first]
};
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;
layout(location = 2) uniform uint order_begin;

// The index at a position, and its key. If the index is out of range, the key does not matter.
uvec2 word_at(uint i) {
  uint index = order[order_begin + i];
  return uvec2(index, index < n ? keys[keys_begin + index] : 0u);
}
bool is_less(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x < b.x); }
