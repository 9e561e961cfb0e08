#version 450 core
// Reverses elements of one or two words in place: a thread for each word of each pair.
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Words { uint words[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint width;  // words of an element
layout(location = 2) uniform uint begin;

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  uint pair = i / width;
  uint elements = farfirst_counted(n);
  if (pair >= elements / 2u) return;
  uint at = begin + i;
  uint other = begin + (elements - 1u - pair) * width + i % width;
  uint word = words[at];
  words[at] = words[other];
  words[other] = word;
}
