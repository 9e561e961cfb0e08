#pragma once
// What an order holds instead of indices.

#include <cstdint>

namespace farfirst::cuda::farfirst {

/// If ids ascend wherever keys are equal, elements take them along instead of their indices, and they are read in
/// sequence. Otherwise elements take indices, and the ids are gathered at the end, at random places.
struct Ids {
  const std::uint32_t* ids = nullptr;  // null: none
  std::uint32_t end = 0;               // they are below it; 0 if there are none
  // What makes the keys writes this call's number here if the ids do not ascend. Null: the host knows that they do.
  const std::uint32_t* unsorted = nullptr;
  std::uint32_t call = 0;
};

}  // namespace farfirst::cuda::farfirst
