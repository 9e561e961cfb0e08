#pragma once
// Picking: the point of the scene under the mouse, for the orbit centre.

#include <cstdint>
#include <glm/glm.hpp>
#include <optional>
#include <span>

#include "camera.h"

namespace farfirst::app {

/// The nearest point of a triangle that the ray through a point of the picture meets (-1..1, y up); without triangles,
/// the nearest of the positions that are within `radius` (same unit, of the height) of it. Looks at every element:
/// milliseconds per million.
std::optional<glm::vec3> pick(std::span<const glm::vec3> positions, std::span<const std::uint32_t> triangles,
                              const Camera& camera, float aspect, const glm::vec2& at, float radius = 0.02f);

}  // namespace farfirst::app
