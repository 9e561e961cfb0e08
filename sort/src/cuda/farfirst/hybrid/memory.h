#pragma once
// The data that the kernels of the hybrid path exchange, and keep from call to call.

#include <farfirst/keys.h>

#include <cstdint>

#include "cuda/prim/words.h"
#include "pivots.h"
#include "policy.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// The outputs.
struct Sorted {
  std::uint32_t* order;
  std::uint32_t* sorted_keys;  // may be null
  bool reversed;               // front to back
  std::uint32_t n;             // elements, if reversed
};

/// The fill level of a bucket in one word, since many tiles add to it: sectors, and in the upper half elements. A
/// bucket with more words than this can count is noticed before it overflows.
using Used = std::uint32_t;
FARFIRST_HOST_DEVICE constexpr std::uint32_t filled_up(std::uint32_t count) {
  return (count + sector_words - 1) / sector_words * sector_words;
}
FARFIRST_HOST_DEVICE constexpr Used used_by(std::uint32_t elements) {
  return elements << 16 | filled_up(elements) / sector_words;
}
FARFIRST_HOST_DEVICE constexpr std::uint32_t elements_in(Used used) { return used >> 16; }
FARFIRST_HOST_DEVICE constexpr std::uint32_t words_in(Used used) { return (used & 0xFFFFu) * sector_words; }
inline constexpr std::uint32_t most_counted_words = 60000;

/// A bucket that takes more than one step.
struct HardBucket {
  std::uint32_t bucket, begin;  // in the order
};

/// Sums over the sample that shows whether pivots are stale: of the bins, and of their distances from the middle. See
/// sample.cuh.
struct Watched {
  std::uint32_t bins, from_middle;
};

inline constexpr std::uint32_t most_samples = 16384;

/// Kept from call to call. All zero at first. Only the last kernel of a call changes the words that decide for the
/// others.
struct HybridState {
  std::uint32_t current;                   // which of `pivots` are those of the last call
  Policy policy;                           // of the next call
  PivotsOf of, of_next;                    // of the pivots in use, and of those that this call leaves
  std::uint32_t attempted;                 // this call tried the path; zero between calls, like the next six
  std::uint32_t failed;                    // the pivots did not fit
  std::uint32_t too_large;                 // a part of a bucket did not fit on chip
  std::uint32_t largest, largest_inverse;  // of the keys; of the inverses of those that are not 0
  std::uint32_t hard_buckets;              // on the list, when all others are sorted
  std::uint32_t slow;                      // a bucket was slow, since many of its keys are alike
  std::uint32_t done;                      // everything is sorted, so the radix path has no work
  std::uint32_t spilled[spills];           // words in each; zero between calls, like the next
  Used used[most_buckets];                 // of each bucket
  std::uint32_t filled[most_buckets];      // words of the region in use, if the bucket's next run has spilled
  Pivots pivots[2];                        // alternately those of this call and of the next
  HardBucket hard[most_buckets];
  std::uint32_t distributed;                // released after the distribution; zero between calls
  std::uint32_t sampled;                    // this call has sampled its pivots; zero between calls
  Watched watched, watched_now;             // of the last call, and of this one
  BinMap watched_map, watched_map_now;      // of their bins, from the last sampled pivots
  std::uint32_t shares_taken, shares_done;  // of the sample; zero between calls
  std::uint32_t samples[most_samples];      // their keys
  std::uint32_t taken;                      // buckets that blocks have taken after their first ones; zero between calls
};

}  // namespace farfirst::cuda::farfirst
