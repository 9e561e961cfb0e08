#pragma once
// Size limits for devices whose GPU code runs on the CPU, where a sort takes as long as thousands elsewhere.

#include <farfirst/gl.h>

#include "sizes.h"

namespace farfirst::test {

inline bool is_simulated(Device& device) {
  return emulated || (device.backend() == Backend::gl && is_software(device));
}

/// For inputs that are sorted in many ways: still many work groups of every entry.
inline std::uint32_t at_most_on(Device& device, std::uint32_t n) {
  return at_most(is_simulated(device) ? std::min(n, 9001u) : n);
}

}  // namespace farfirst::test
