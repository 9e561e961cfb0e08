#pragma once
// The ids that an order holds instead of indices.

#include <cstdint>

namespace farfirst::cuda::farfirst {

/// Part of the history; zero between calls.
struct UnsortedIds {
  std::uint32_t found;    // not 0: the ids of this call do not ascend
  std::uint32_t readers;  // blocks of the gathering kernel that have ended
};

/// If ids with equal keys ascend, they are read in sequence and move with the elements in place of indices. Otherwise
/// indices move, and the ids are gathered at the end, at random places.
struct Ids {
  const std::uint32_t* ids = nullptr;  // null: none
  std::uint32_t end = 0;               // the limit of ids; 0 if there are none
  UnsortedIds* unsorted = nullptr;     // null: the host knows that they ascend
};

}  // namespace farfirst::cuda::farfirst
