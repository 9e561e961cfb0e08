#pragma once
// What the kernels of the hybrid path hand each other, and what they keep from call to call.

#include <cstdint>

#include "cuda/prim/words.h"
#include "pivots.h"
#include "shape.h"

namespace farfirst::cuda::farfirst {

/// Where the result goes.
struct Sorted {
  std::uint32_t* order;
  std::uint32_t* sorted_keys;  // may be null
};

/// What a bucket has, in one word, since many tiles add to it: sectors, and in the upper half elements. A bucket that
/// gets more words than are counted so has been noticed before.
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

/// A bucket that is not sorted in one go.
struct HardBucket {
  std::uint32_t bucket, begin;  // in the order
};

/// May keys be few values, so that it is of use to list these? See ../values.cuh.
enum Alike : std::uint32_t {
  differ,
  many_equal,  // equal keys were too many for a bucket, or it took long to sort them
  few_values,  // perhaps: and digits would take three passes or more, or numbers of values were sorted
};

/// Kept from call to call. All zero at first. Only the last kernel of a call changes what the others decide by.
struct HybridState {
  std::uint32_t current;                   // which pivots are those of the last call
  std::uint32_t ready;                     // they are worth a try
  std::uint32_t failures, rests;           // calls in a row that failed; calls that are not to try
  PivotsOf of[2];                          // both pivots
  std::uint32_t tried;                     // in this call they were; zero between calls, like the next six
  std::uint32_t failed;                    // they did not fit
  std::uint32_t too_large;                 // a part of a bucket did not fit on chip
  std::uint32_t largest, largest_inverse;  // of the keys; of the inverses of those that are not 0
  std::uint32_t hard_buckets;              // that are on the list, when all others are sorted
  std::uint32_t slow;                      // a bucket took long, since many of its keys are alike
  std::uint32_t done;                      // all is sorted: the passes need not
  std::uint32_t spilled[spills];           // words in each; zero between calls, like the next
  Used used[most_buckets];                 // by each bucket
  std::uint32_t filled[most_buckets];      // words of the region, where the bucket's next run has spilled
  Pivots pivots[2];
  HardBucket hard[most_buckets];
  std::uint32_t alike;  // Alike
};

}  // namespace farfirst::cuda::farfirst
