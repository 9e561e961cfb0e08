#version 450 core
// The key of each element of a distance job. With ANY_SOURCE a dispatch makes those of one source, however its
// positions are stored, and there may be a count and ids; without, the job has one source of floats and is sorted
// whole.
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

void make_key(uint i) {
  bool with_ids = ids_at != 0xFFFFFFFFu;
  uint place = with_ids ? i : first + i;
  if (place >= farfirst_counted(places)) {
    if (!with_ids || first == 0u) keys[keys_begin + place] = 0xFFFFFFFFu;
    return;
  }
  uint element = with_ids ? ids[ids_at + place] - first : i;
  if (element < elements) keys[keys_begin + place] = farfirst_key_at(element);  // else it is another source's
}
#else
void make_key(uint i) { keys[keys_begin + i] = farfirst_key_at(i); }
#endif

void main() {
  uint i = farfirst_group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
  if (i < n) make_key(i);
}
