#pragma once
// Checks of the arguments of sorters, for all entries.

#include "core/implementation.h"

namespace farfirst::core {

/// Properties of a sorter that checks need.
struct SorterFacts {
  Form form;
  std::uint32_t max_n;
  Backend backend;
  const Requirements& requirements;
  std::uint64_t number;  // of the sorter and its histories
  std::size_t parts;     // of an order in parts; 0: not possible
  bool takes_count;
};

/// Throws Misuse if it does not hold.
void require(bool holds, const char* sentence);

/// They check n; that every buffer exists, on the right device, large enough and aligned; that no output overlaps
/// another buffer; the history; on a cpu device, also corners, ids and the eye. They throw Misuse.
void require_right_use(const FormJob& job, const Parts& parts, const SorterFacts& facts);
void require_right_use(const DistanceJob& job, const Parts& parts, const SorterFacts& facts);

}  // namespace farfirst::core
