#pragma once
// What is under the mouse: for the orbit centre.

#include <glm/glm.hpp>
#include <optional>

#include "camera.h"

namespace farfirst::app {

/// The nearest point of a triangle that the ray through a point of the picture meets (-1..1, y up); of a cloud, the
/// nearest of the points that are within `radius` (same unit, of the height) of it. Looks at every element:
/// milliseconds per million.
std::optional<glm::vec3> pick(const Model& model, const Camera& camera, float aspect, const glm::vec2& at,
                              float radius = 0.02f);

}  // namespace farfirst::app
