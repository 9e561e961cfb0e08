#version 450 core
// Finds the rank of every sample among all, from tiles that are sorted each, and makes a search tree of those whose
// ranks divide the samples equally: node 1 is the root, 2 j and 2 j + 1 are below node j.
#include "sort/quicksort_tf/words.glsl"
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) readonly buffer SampleKeys { uint sample_keys[]; };
layout(std430, binding = 2) writeonly buffer Tree { uvec2 tree[]; };
layout(location = 0) uniform uint bits;         // 2^bits sublists
layout(location = 1) uniform uint per_sublist;  // samples
layout(location = 2) uniform uint tile;

uvec2 sample_at(uint i) { return uvec2(indices[i], sample_keys[i]); }

// Samples of the tile that are less than the word.
uint less_in(uint begin, uint end, uvec2 word) {
  uint first = begin;
  while (first < end) {
    uint middle = (first + end) / 2u;
    if (farfirst_less(sample_at(middle), word)) {
      first = middle + 1u;
    } else {
      end = middle;
    }
  }
  return first - begin;
}

// Pivot m parts sublist m - 1 from sublist m.
uint node_of(uint m) {
  uint below = uint(findLSB(m));  // levels of the tree below this node
  return (1u << (bits - 1u - below)) + (m >> (below + 1u));
}

void main() {
  uint number = per_sublist << bits;
  uint i = gl_GlobalInvocationID.x;
  if (i >= number) return;
  uvec2 word = sample_at(i);
  uint rank = 0u;
  for (uint begin = 0u; begin < number; begin += tile) rank += less_in(begin, min(begin + tile, number), word);
  if (rank != 0u && rank % per_sublist == 0u) tree[node_of(rank / per_sublist)] = word;
}
