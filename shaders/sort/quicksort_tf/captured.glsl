// What feedback captured, one stream behind the other. An element is uvec2(index, sublist).
layout(std430, binding = 0) readonly buffer Captured0 { uvec2 captured_0[]; };
layout(std430, binding = 1) readonly buffer Captured1 { uvec2 captured_1[]; };
layout(std430, binding = 2) readonly buffer Captured2 { uvec2 captured_2[]; };
layout(std430, binding = 3) readonly buffer Captured3 { uvec2 captured_3[]; };
layout(std430, binding = 4) readonly buffer Counts { uint counts[4]; };

uvec2 captured_at(uint i) {
  if (i < counts[0]) return captured_0[i];
  i -= counts[0];
  if (i < counts[1]) return captured_1[i];
  i -= counts[1];
  if (i < counts[2]) return captured_2[i];
  return captured_3[i - counts[2]];
}
