#pragma once
// The grid across the light for self-shadows, on the CPU (self_shadows.h) and on the GPU (shadow_compute.h), and
// the viewpoint of their sort along the light.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <glm/glm.hpp>

#include "scene/model.h"

namespace farfirst::app {

namespace shadow_grid {
constexpr int width = 128, slices = 64;
constexpr std::size_t layer_size = std::size_t{width} * width;
// In cells. Smaller particles would fall between them, and are spread to this size; larger ones would take too long,
// and only their middles shade.
constexpr float least_radius = 1.5f, most_radius = 24.0f;
constexpr float most_alpha = 0.99f;
}  // namespace shadow_grid

/// The plane across the light, and the square of it that a box covers.
struct LightPlane {
  glm::vec3 across, up;
  glm::vec2 corner;
  float cells;  // a metre

  LightPlane(const Bounds& bounds, const glm::vec3& light) {
    const glm::vec3 other = std::abs(light.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
    across = glm::normalize(glm::cross(other, light));
    up = glm::cross(light, across);
    const glm::vec3 half = 0.5f * (bounds.maximum - bounds.minimum);
    const float reach = std::max({glm::dot(half, glm::abs(across)), glm::dot(half, glm::abs(up)), 1e-6f});
    const glm::vec2 middle(glm::dot(bounds.center(), across), glm::dot(bounds.center(), up));
    corner = middle - reach;
    cells = shadow_grid::width / (2 * reach);
  }
  glm::vec2 place(const glm::vec3& position) const {
    return (glm::vec2(glm::dot(position, across), glm::dot(position, up)) - corner) * cells;
  }
};

/// Outside of the box, looking the way that the light goes: view depths ascend along it.
inline Viewpoint light_view(const Bounds& bounds, const glm::vec3& light) {
  const glm::vec3 eye = bounds.center() + 2 * bounds.radius() * light;
  return {{eye.x, eye.y, eye.z}, {-light.x, -light.y, -light.z}};
}

}  // namespace farfirst::app
