#pragma once

#include <cstdint>

namespace farfirst::app {

/// A share of 0..1 as a byte. What lies outside is clamped; NaN becomes 0.
constexpr std::uint32_t color_byte(double share) {
  return share >= 1.0 ? 255u : share > 0.0 ? static_cast<std::uint32_t>(share * 255.0 + 0.5) : 0u;
}

}  // namespace farfirst::app
