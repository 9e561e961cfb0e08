#version 450
// Counts the particles of the order before those without a place. One group cuts the remaining range into as many parts
// as it has threads, until it is one rank.
#include "common/finite.glsl"
#include "shadows/spot.glsl"

shared uint found;

bool is_alive(uint rank) { return is_finite(places[order[rank]].xyz); }

void main() {
  uint first = 0u, last = slots;  // the first dead one is at one of these, or between them
  while (first < last) {
    if (gl_LocalInvocationIndex == 0u) found = 0u;
    barrier();
    uint part = (last - first + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x;
    // Threads test the last rank of their parts: `found` counts the parts that are all alive.
    uint end = min(last - first, (gl_LocalInvocationIndex + 1u) * part), begin = gl_LocalInvocationIndex * part;
    if (begin < last - first && is_alive(first + end - 1u)) atomicAdd(found, 1u);
    barrier();
    uint whole = found;
    barrier();
    first = min(last, first + whole * part);
    last = min(last, first + part - 1u);
  }
  if (gl_LocalInvocationIndex == 0u) alive = first;
}
