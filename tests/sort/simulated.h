#pragma once
// Where the CPU runs code for a GPU, a sort takes as long as thousands of them do elsewhere.

#include <farfirst/gl.h>

#include "sizes.h"

namespace farfirst::test {

inline bool is_simulated(Device& device) {
  return emulated || (device.backend() == Backend::gl && is_software(device));
}

/// For what is sorted in many ways: many work groups still, of every entry.
inline std::uint32_t at_most_on(Device& device, std::uint32_t n) {
  return at_most(is_simulated(device) ? std::min(n, 9001u) : n);
}

}  // namespace farfirst::test
