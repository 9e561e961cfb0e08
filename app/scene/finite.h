#pragma once

#include <cmath>

#include <glm/glm.hpp>

namespace farfirst::app {

/// The limit of coordinates, also of cameras: squares of distances must be finite floats.
inline constexpr double largest_coordinate = 1e18;

template <typename Number>
bool is_finite(const glm::vec<3, Number>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// A unit vector; zero where there is no direction.
template <typename Number>
glm::vec<3, Number> unit_or_zero(const glm::vec<3, Number>& v) {
  const Number length = glm::length(v);
  return length > 0 && std::isfinite(length) ? v / length : glm::vec<3, Number>(0);
}

/// Is it finite, and no farther along any axis?
template <typename Number>
bool is_within_reach(const glm::vec<3, Number>& v) {
  const glm::dvec3 away = glm::abs(glm::dvec3(v));
  return away.x <= largest_coordinate && away.y <= largest_coordinate && away.z <= largest_coordinate;
}

}  // namespace farfirst::app
