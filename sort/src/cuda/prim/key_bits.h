#pragma once
// The bits of the keys that a radix sort sorts, after the job's hint.

#include <farfirst/sort.h>

namespace farfirst::cuda {

/// From `begin` to before `end`; at least one.
struct SortedBits {
  unsigned begin = 0, end = 0;
};

constexpr SortedBits sorted_bits(KeyBits hint, unsigned key_bits) {
  const unsigned end = hint.end == 0 ? key_bits : hint.end;
  return {hint.begin < end ? hint.begin : end - 1, end};
}

}  // namespace farfirst::cuda
