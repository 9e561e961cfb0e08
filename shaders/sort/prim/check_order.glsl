// What check_order.comp and name_fault.comp share.
const uint fault_none = 0u;  // as enum OrderCheck::Fault
const uint fault_index_out_of_range = 1u;
const uint fault_index_repeated = 2u;
const uint fault_keys_descend = 3u;
const uint fault_ties_descend = 4u;

layout(std430, binding = 0) readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) readonly buffer Order { uint order[]; };
layout(std430, binding = 3) buffer Verdict {
  uint first;  // position of the first fault; all ones if there is none
  uint fault;
  uint value;  // order[first]
};
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint keys_begin;
layout(location = 2) uniform uint order_begin;

// How order[i], which is `at` and in range, compares with the one before.
uint descends_at(uint i, uint at) {
  if (i == 0u) return fault_none;
  uint before = order[order_begin + i - 1u];
  if (before >= n) return fault_none;  // that one is the fault
  uint a = keys[keys_begin + before], b = keys[keys_begin + at];
  if (b < a) return fault_keys_descend;
  return b == a && at < before ? fault_ties_descend : fault_none;
}
