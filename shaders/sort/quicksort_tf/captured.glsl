// The captures of feedback, one stream after the other: indices of elements.
layout(std430, binding = 0) readonly buffer Captured0 { uint captured_0[]; };
layout(std430, binding = 1) readonly buffer Captured1 { uint captured_1[]; };
layout(std430, binding = 2) readonly buffer Captured2 { uint captured_2[]; };
layout(std430, binding = 3) readonly buffer Captured3 { uint captured_3[]; };
layout(std430, binding = 4) readonly buffer Counts { uint counts[4]; };
layout(std430, binding = 5) readonly buffer Sublists { uint sublists[]; };  // of all elements, in input order

uint captured_at(uint i) {
  if (i < counts[0]) return captured_0[i];
  i -= counts[0];
  if (i < counts[1]) return captured_1[i];
  i -= counts[1];
  if (i < counts[2]) return captured_2[i];
  return captured_3[i - counts[2]];
}
