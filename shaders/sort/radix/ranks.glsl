// Counts earlier elements of the subgroup with the same digit, in counters of the subgroup's own. The last of the
// threads with the same digit counts all. The others get its result by a shuffle, which keeps the elements in their
// order without a barrier.
#include "sort/radix/peers.glsl"
#include "sort/radix/radix.glsl"

const uint subgroups = THREADS / SUBGROUP_SIZE;
const uint counters = subgroups * digits;
const uint pool_words = counters > tile_items ? counters : tile_items;

// First counters of digit d and subgroup s at s * digits + d, then the tile's keys in their new order, then its
// indices.
shared uint pool[pool_words];

void clear_counters() {
  for (uint i = gl_LocalInvocationIndex; i < counters; i += THREADS) pool[i] = 0u;
}

// Ranks an element of each thread of the subgroup. Elements come in the order of calls, then of threads.
uint rank_in_subgroup(uint digit) {
  uint counter = subgroup_number() * digits + digit;
  Mask peers = peers_of(digit);
  uint last = uint(last_of(peers));
#ifdef SUBGROUPS
  uint counted = 0u;
  if (subgroup_thread() == last) counted = atomicAdd(pool[counter], size_of(peers));
  counted = subgroupShuffle(counted, last);
#else
  uint counted = pool[counter];
  memoryBarrierShared();  // all have read it
  if (subgroup_thread() == last) pool[counter] = counted + size_of(peers);
  memoryBarrierShared();  // it is written
#endif
  return counted + size_of(peers & threads_before());
}
