#version 450 core
// Makes the key of each element of a distance job. With ANY_SOURCE a dispatch makes those of one source, with positions
// in any format, possibly with a count and ids, and keys of fewer bits. Without it, the job has one source of floats
// and is sorted whole.
#include "sort/prim/elements.glsl"
#include "sort/prim/group.glsl"
layout(local_size_x = 256) in;
layout(std430, binding = 0) writeonly buffer Keys { uint keys[]; };
layout(location = 0) uniform uint n;  // threads: of the job's ids, or of the source's elements
layout(location = 1) uniform uint keys_begin;

#ifdef ANY_SOURCE
#include "sort/prim/counted.glsl"
layout(std430, binding = 1) readonly buffer Ids { uint ids[]; };
layout(location = 2) uniform uint ids_at;    // all ones: there are none
layout(location = 3) uniform uint first;     // number of the source's first element
layout(location = 4) uniform uint elements;  // of the source
layout(location = 5) uniform uint places;    // keys of the whole job
layout(location = 6) uniform uint takes_bits;
layout(location = 7) uniform uvec2 whole_steps;  // the contents of farfirst_Steps: shift, linear,
layout(location = 8) uniform uvec3 float_steps;  // and the bits of farthest, scale, last

uint key_of_bits_at(uint element) {
  uint key = farfirst_key_at(element);
  if (takes_bits == 0u) return key;
  vec3 numbers = uintBitsToFloat(float_steps);
  farfirst_Steps steps =
      farfirst_Steps(int(whole_steps.x), whole_steps.y != 0u, numbers.x, numbers.y, numbers.z);
  return farfirst_with_fewer_bits(key, int(farfirst_metric), steps);
}

void make_key(uint i) {
  bool with_ids = ids_at != 0xFFFFFFFFu;
  uint place = with_ids ? i : first + i;
  if (place >= farfirst_counted(places)) {
    if (!with_ids || first == 0u) keys[keys_begin + place] = 0xFFFFFFFFu >> whole_steps.x;
    return;
  }
  uint element = with_ids ? ids[ids_at + place] - first : i;
  if (element < elements) keys[keys_begin + place] = key_of_bits_at(element);  // else it belongs to another source
}
#else
void make_key(uint i) { keys[keys_begin + i] = farfirst_key_at(i); }
#endif

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < n) make_key(i);
}
