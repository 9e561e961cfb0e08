// farfirst_key_at(i): the key of element i, given as a key or, with POSITIONS, made from a distance job's positions.
#ifdef POSITIONS
#include "sort/prim/elements.glsl"
#else
layout(std430, binding = 6) readonly buffer Keys { uint keys[]; };
layout(location = 16) uniform uint keys_begin;
uint farfirst_key_at(uint i) { return keys[keys_begin + i]; }
#endif
