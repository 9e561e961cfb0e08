#pragma once
// Misuse of a sorter is found here, once, for all entries.

#include "core/implementation.h"

namespace farfirst::core {

/// What a sorter was made for.
struct SorterFacts {
  Form form;
  std::uint32_t max_n;
  Backend backend;
  const Requirements& requirements;
  std::uint64_t number;  // of the sorter, which its histories have
  std::size_t parts;     // that an order has if it lies in parts; 0: it cannot
  bool takes_count;
};

/// Throws Misuse if it does not hold.
void require(bool holds, const char* sentence);

/// n within max_n; every buffer there, on the right device, large enough, aligned; no output overlaps another buffer;
/// the history is this sorter's; on a cpu device, also the contents of corners, ids and the eye. Throw Misuse.
void require_right_use(const FormJob& job, const Parts& parts, const SorterFacts& facts);
void require_right_use(const DistanceJob& job, const Parts& parts, const SorterFacts& facts);

}  // namespace farfirst::core
