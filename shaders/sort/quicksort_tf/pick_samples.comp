#version 450 core
// Takes samples of the elements, one from each of equally large parts of the input, as one list for sorting.
#include "sort/quicksort_tf/elements.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Samples { uvec2 samples[]; };
layout(std430, binding = 1) writeonly buffer Bounds { uint bounds[]; };
layout(location = 0) uniform uint n;
layout(location = 1) uniform uint number;  // of samples, at most n

// O'Neill: PCG, a family of simple fast space-efficient statistically good algorithms for random number generation,
// 2014
uint random(uint seed) {
  uint state = seed * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

// Somewhere in part i of the input, so that a pattern in the input does not match one in the samples.
uint place_of(uint i) {
  uint size = n / number;
  uint longer = n % number;  // the number of parts with one element more
  uint begin = i * size + min(i, longer);
  return begin + random(i) % (i < longer ? size + 1u : size);
}

void main() {
  uint i = gl_GlobalInvocationID.x;
  if (i < 2u) bounds[i] = i * number;
  if (i >= number) return;
  uint place = place_of(i);
  samples[i] = uvec2(place, farfirst_key_at(place));
}
