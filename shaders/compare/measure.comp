#version 450
// Sums over all pixels, in whole numbers: the same in any order.
#include "render/pixels.glsl"
#include "compare/pictures.glsl"

layout(std430, binding = 0) buffer Sums { uint squares_low, squares_high, off, largest; };  // zeros before

shared uint group_squares, group_off, group_largest;

void main() {
  bool is_first = gl_LocalInvocationIndex == 0u;
  if (is_first) group_squares = 0u, group_off = 0u, group_largest = 0u;
  barrier();
  if (all(lessThan(pixel(), textureSize(first, 0)))) {
    ivec3 apart = differences(steps_of(texelFetch(first, pixel(), 0)), steps_of(texelFetch(second, pixel(), 0)));
    int most = largest_of(apart);
    if (most > 0) {
      atomicAdd(group_squares, uint(apart.r * apart.r + apart.g * apart.g + apart.b * apart.b));
      atomicMax(group_largest, uint(most));
    }
    if (most > 1) atomicAdd(group_off, 1u);
  }
  barrier();
  if (!is_first || group_largest == 0u) return;
  uint before = atomicAdd(squares_low, group_squares);
  if (before + group_squares < before) atomicAdd(squares_high, 1u);
  atomicAdd(off, group_off);
  atomicMax(largest, group_largest);
}
