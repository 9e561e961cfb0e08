#pragma once
// The colours of splats, by the formulas of the reference.

#include "scene/splats.h"

namespace farfirst::app::test {

inline glm::vec3 color_along(const Splats& splats, std::size_t splat, const glm::vec3& direction) {
  const std::array<float, 16> basis = harmonics_along(direction);
  glm::vec3 color(0.5f);
  for (std::size_t i = 0; i < splats.coefficients(); ++i) color += basis[i] * splats.harmonics_of(splat)[i];
  return glm::max(color, 0.0f);
}

}  // namespace farfirst::app::test
