#pragma once

#include <cstdint>

namespace farfirst::app {

/// A share of 0..1 as a byte. What lies outside is clamped; NaN becomes 0.
constexpr std::uint32_t color_byte(double share) {
  return share >= 1.0 ? 255u : share > 0.0 ? static_cast<std::uint32_t>(share * 255.0 + 0.5) : 0u;
}

/// The full value of colours with this largest number: 1; in files of programs that write bytes or
/// words, 255 or 65535. Light may be somewhat brighter than 1, so a little more does not make bytes of shares.
constexpr double full_color(double largest) { return largest <= 16.0 ? 1.0 : largest <= 256.0 ? 255.0 : 65535.0; }

}  // namespace farfirst::app
