#version 450 core
// One thread, after sort_lists.comp: sets the work groups of the passes over the tiles of long lists.
#include "sort/prim/sort_lists.glsl"
layout(local_size_x = 1) in;
layout(location = 0) uniform uint most_groups;  // along an axis

void main() {
  there_are = noted;
  noted = 0u;  // for the next call
  groups[0] = min(there_are, most_groups);
  groups[1] = (there_are + most_groups - 1u) / most_groups;
  groups[2] = 1u;
}
