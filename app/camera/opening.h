#pragma once
// The camera that a scene opens with.

#include <glm/glm.hpp>
#include <optional>

#include "camera.h"
#include "scene/source.h"

namespace farfirst::app {

/// The camera as far as the command line says it; the rest is chosen so that the scene fills the picture.
struct CameraRequest {
  std::optional<glm::vec3> position, focal_point, view_up, direction;
  std::optional<float> view_angle;
};

Camera opening_camera(const SceneSource& scene, float aspect, const CameraRequest& request);

/// The camera that the README's picture of the glass scene was taken with.
Camera glass_scene_camera(float aspect);
/// From the height of a robot's eyes, at the edge of the clearing.
Camera jungle_scene_camera(float aspect);

}  // namespace farfirst::app
