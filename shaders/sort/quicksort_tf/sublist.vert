#version 450 core
// Reads the words of one sublist, and its pivot: words up to it go to one side, the rest to the other.
#include "sort/quicksort_tf/words.glsl"
layout(location = 0) in uvec2 word_in;
layout(std430, binding = 0) readonly buffer Words { uvec2 words[]; };
layout(std430, binding = 1) readonly buffer Extremes { uint inverted_least, greatest; };  // keys
layout(location = 0) uniform uint begin;
layout(location = 1) uniform uint count;
layout(location = 2) uniform uint median;  // of three, or else the mean of the extremes
out uvec2 word;
out uvec2 pivot;

uvec2 lesser(uvec2 a, uvec2 b) { return farfirst_less(a, b) ? a : b; }
uvec2 greater(uvec2 a, uvec2 b) { return farfirst_less(a, b) ? b : a; }

uvec2 median_of_three() {
  uvec2 a = words[begin], b = words[begin + count / 2u], c = words[begin + count - 1u];
  return greater(lesser(a, b), lesser(greater(a, b), c));
}

uvec2 mean_of_extremes() {
  uint least = ~inverted_least;
  if (least < greatest) return uvec2(0xFFFFFFFFu, least + (greatest - least) / 2u);
  // Equal keys are in the order of their indices: splits have kept the order.
  return words[begin + (count - 1u) / 2u];
}

void main() {
  word = word_in;
  pivot = median != 0u ? median_of_three() : mean_of_extremes();
}
