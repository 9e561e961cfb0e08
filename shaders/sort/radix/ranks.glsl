// How many earlier elements of the subgroup have the same digit, in counters of the subgroup's own. Three ways to find
// the threads with the same digit: RANKING is 1 to ask for the partition of the subgroup by the digit, 2 to gather them
// in words of shared memory, 3 to vote on each bit.
#include "sort/radix/radix.glsl"

const uint subgroups = THREADS / SUBGROUP_SIZE;
const uint counters = subgroups * digits;
#if RANKING == 2
const uint ranking_words = 2u * counters;
#else
const uint ranking_words = counters;
#endif
const uint pool_words = ranking_words > tile_items ? ranking_words : tile_items;

// First counters of digit d and subgroup s at s * digits + d (and behind them the words of RANKING 2), then the tile's
// keys in their new order, then its indices.
shared uint pool[pool_words];

void clear_counters() {
  for (uint i = gl_LocalInvocationIndex; i < ranking_words; i += THREADS) pool[i] = 0u;
}

#if RANKING == 1
Mask peers_of(uint digit, uint counter) { return mask_of(subgroupPartitionNV(digit)); }
#elif RANKING == 2
Mask peers_of(uint digit, uint counter) {
  atomicOr(pool[counters + counter], 1u << subgroup_thread());
  subgroup_wait();
  return pool[counters + counter];
}
#else
Mask peers_of(uint digit, uint counter) {
  Mask peers = ballot(true);
  for (int b = 0; b < DIGIT_BITS; ++b) {
    bool bit = (digit >> b & 1u) != 0u;
    Mask same = ballot(bit);
    peers &= bit ? same : ~same;
  }
  return peers;
}
#endif

// For an element of each thread of the subgroup. Elements come in the order of calls, then of threads.
uint rank_in_subgroup(uint digit) {
  uint counter = subgroup_number() * digits + digit;
  Mask peers = peers_of(digit, counter);
  uint before = pool[counter];
  subgroup_wait();  // all have read it
  if (int(subgroup_thread()) == last_of(peers)) {
    pool[counter] = before + size_of(peers);
#if RANKING == 2
    pool[counters + counter] = 0u;
#endif
  }
  subgroup_wait();  // it is written
  return before + size_of(peers & threads_before());
}
