#version 450 core
// Writes the numbers of work groups of passes.comp in a stage that visits tiles, and in one that sums: none, unless
// buckets have failed. For dispatches that read them from memory.
#include "sort/farfirst/history.glsl"
layout(local_size_x = THREADS) in;
layout(location = 5) uniform uint groups_of_tiles;
layout(location = 6) uniform uint groups_of_sums;

void main() {
  groups[0] = calls[parity].failed * groups_of_tiles;
  groups[3] = calls[parity].failed * groups_of_sums;
  groups[1] = groups[2] = groups[4] = groups[5] = 1u;
}
