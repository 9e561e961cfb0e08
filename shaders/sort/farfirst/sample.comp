#version 450 core
// Makes the keys of a sample of the elements: a random one from each of equally large parts.
#ifdef MEASURE
#include "sort/prim/elements.glsl"
#endif
#include "sort/farfirst/history.glsl"
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) restrict readonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict writeonly buffer Sample { uint sample_keys[]; };
layout(location = 10) uniform uint for_each_bucket;

uint scrambled(uint i) {
  i = (i ^ (i >> 16)) * 0x7FEB352Du;
  i = (i ^ (i >> 15)) * 0x846CA68Bu;
  return i ^ (i >> 16);
}

void main() {
  uint n = farfirst_counted(given_n);
  uint samples = regular_of(n, width) * for_each_bucket;
  uint i = farfirst_group() * 64u + gl_LocalInvocationIndex;
  if (i >= samples) return;
  float part = float(n) / float(samples);
  uint place = uint((float(i) + float(scrambled(i) >> 8) * (1.0 / 16777216.0)) * part);
  place = min(place, n - 1u);
#ifdef MEASURE
  sample_keys[i] = farfirst_key_at(place);
#else
  sample_keys[i] = keys[keys_begin + place];
#endif
}
