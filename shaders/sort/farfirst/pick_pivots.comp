#version 450 core
// Takes pivots from a sample: keys whose rank in it is a multiple of the number of samples per bucket. Several threads
// per key find the rank by comparing with all others. No group waits for another, and there are few groups.
#include "sort/farfirst/history.glsl"
#include "sort/prim/counted.glsl"
#include "sort/prim/group.glsl"

const uint ranked = 64u;  // keys of a group
const uint threads_for_each = THREADS / ranked;
const uint loaded = 4u * THREADS;  // keys at a time

layout(local_size_x = THREADS) in;
layout(std430, binding = 1) restrict readonly buffer Sample { uint sample_keys[]; };
layout(location = 10) uniform uint for_each_bucket;

shared uvec4 others[loaded / 4u];
shared uint ranks[ranked];

void main() {
  uint own = gl_LocalInvocationIndex % ranked, part = gl_LocalInvocationIndex / ranked;
  uint n = farfirst_counted(given_n);
  uint regular_buckets = regular_of(n, width), samples = regular_buckets * for_each_bucket;
  uint i = farfirst_group() * ranked + own;
  if (farfirst_group() * ranked >= samples) return;
  uint key = min(sample_keys[min(i, samples - 1u)], no_pivot - 1u);
  if (gl_LocalInvocationIndex < ranked) ranks[gl_LocalInvocationIndex] = 0u;
  uint rank = 0u;
  for (uint begin = 0u; begin < samples; begin += loaded) {
    barrier();
    uint at = begin + 4u * gl_LocalInvocationIndex;
    uvec4 keys;
    for (uint k = 0u; k < 4u; ++k) keys[k] = at + k < samples ? min(sample_keys[at + k], no_pivot - 1u) : no_pivot;
    others[gl_LocalInvocationIndex] = keys;
    barrier();
    // Equal keys rank by place: equal ones before this one are counted, too.
    uint least = key + uint(begin + loaded <= i);
    if (i - begin < loaded) {
      for (uint k = part; k < loaded / 4u; k += threads_for_each)
        for (uint j = 0u; j < 4u; ++j) rank += uint(others[k][j] < key + uint(begin + 4u * k + j < i));
    } else {
      for (uint k = part; k < loaded / 4u; k += threads_for_each) {
        uvec4 other = others[k];
        rank += uint(other.x < least) + uint(other.y < least) + uint(other.z < least) + uint(other.w < least);
      }
    }
  }
  atomicAdd(ranks[own], rank);
  barrier();
  if (part != 0u || i >= samples) return;
  rank = ranks[own];
  uint k = rank / for_each_bucket;
  if (k != 0u && k * for_each_bucket == rank) pivots[parity * most_buckets + node_of(SPARE + k)] = key;
  if (i == 0u) regular = regular_buckets;
}
