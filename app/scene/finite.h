#pragma once

#include <cmath>

#include <glm/glm.hpp>

namespace farfirst::app {

template <typename Number>
bool is_finite(const glm::vec<3, Number>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace farfirst::app
