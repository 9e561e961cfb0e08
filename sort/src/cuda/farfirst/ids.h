#pragma once
// What an order holds instead of indices.

#include <cstdint>

namespace farfirst::cuda::farfirst {

/// In the history; zero between calls.
struct UnsortedIds {
  std::uint32_t found;    // not 0: the ids of this call do not ascend
  std::uint32_t readers;  // blocks of the kernel that gathers them, of those that have ended
};

/// If ids ascend wherever keys are equal, elements take them along instead of their indices, and they are read in
/// sequence. Otherwise elements take indices, and the ids are gathered at the end, at random places.
struct Ids {
  const std::uint32_t* ids = nullptr;  // null: none
  std::uint32_t end = 0;               // they are below it; 0 if there are none
  UnsortedIds* unsorted = nullptr;     // null: the host knows that they ascend
};

}  // namespace farfirst::cuda::farfirst
