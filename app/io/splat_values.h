#pragma once
// Common conversions of splat readers: from numbers in files to those of a model.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>

#include "scene/model.h"

namespace farfirst::app {

/// More cannot be drawn: an index of all ones is never real (farfirst/sort.h).
constexpr std::uint64_t most_splats = 0xfffffffeu;

template <class T>
T value_at(const char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

inline float byte_at(const char* bytes) { return static_cast<float>(static_cast<std::uint8_t>(*bytes)); }
inline glm::vec3 bytes_at(const char* bytes) { return {byte_at(bytes), byte_at(bytes + 1), byte_at(bytes + 2)}; }

/// A float of 16 bits.
inline float half_at(const char* bytes) {
  const auto bits = value_at<std::uint16_t>(bytes);
  const std::uint32_t exponent = bits >> 10 & 31u, mantissa = bits & 1023u;
  const float sign = (bits & 0x8000u) != 0 ? -1.0f : 1.0f;
  if (exponent == 31) return mantissa != 0 ? std::numeric_limits<float>::quiet_NaN() : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(mantissa), -24);
  return sign * std::ldexp(static_cast<float>(mantissa + 1024), static_cast<int>(exponent) - 25);
}

/// Normalises; zero for a zero vector, which complete_splats() looks for.
inline glm::quat unit_rotation(float w, float x, float y, float z) {
  const glm::dquat given(w, x, y, z);  // squares of small and of large floats are no floats
  const double length = glm::length(given);
  if (!(length > 0) || !std::isfinite(length)) return {0, 0, 0, 0};
  return glm::quat(given / length);
}

/// From four components, of which the largest was left out and the others stand in their order. `largest` counts in
/// the order that the format has them in; so does the result.
inline glm::vec4 with_largest(unsigned largest, const glm::vec3& others) {
  glm::vec4 all(0);
  float rest = 1;
  for (unsigned i = 0, next = 0; i < 4; ++i) {
    if (i == largest) continue;
    const float part = others[static_cast<int>(next++)];
    all[static_cast<int>(i)] = part;
    rest -= part * part;
  }
  all[static_cast<int>(largest)] = std::sqrt(std::max(rest, 0.0f));
  return all;
}

/// The first harmonic of a colour without direction.
inline glm::vec3 harmonic_of_color(const glm::vec3& color) { return (color - 0.5f) / constant_harmonic; }

inline float from_logit(float value) { return 1.0f / (1.0f + std::exp(-value)); }

}  // namespace farfirst::app
