#version 450 core
// Builds a search tree of the samples whose ranks divide all of them equally: node 1 is the root, 2 j and 2 j + 1 are
// below node j.
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Indices { uint indices[]; };
layout(std430, binding = 1) readonly buffer SampleKeys { uint sample_keys[]; };
layout(std430, binding = 2) writeonly buffer Tree { uvec2 tree[]; };
layout(location = 0) uniform uint bits;         // 2^bits sublists
layout(location = 1) uniform uint per_sublist;  // samples

// Pivot m parts sublist m - 1 from sublist m.
uint node_of(uint m) {
  uint below = uint(findLSB(m));  // levels of the tree below this node
  return (1u << (bits - 1u - below)) + (m >> (below + 1u));
}

void main() {
  uint m = gl_GlobalInvocationID.x + 1u;
  uint rank = m * per_sublist;
  if (m < 1u << bits) tree[node_of(m)] = uvec2(indices[rank], sample_keys[rank]);
}
