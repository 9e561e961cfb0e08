#pragma once
// Cameras in world coordinates, in doubles: those of the files, which options, camera paths, states, the clipboard and
// the panel use. The scene itself lies round its origin (Scene::origin()), in floats, and so does
// Camera.

#include <glm/glm.hpp>
#include <string>

#include "camera.h"

namespace farfirst::app {

struct WorldCamera {
  glm::dvec3 position{0.0, 0.0, 3.0};
  glm::dvec3 focal_point{0.0};
  glm::vec3 view_up{0.0f, 1.0f, 0.0f};
  float view_angle = 45.0f;  // vertical, degrees

  bool operator==(const WorldCamera&) const = default;
};

/// The camera of a scene with this origin. Where its floats cannot separate position and focal point, the focal point
/// moves away along the view.
Camera in_scene(const WorldCamera& camera, const glm::dvec3& origin);
/// The reverse. Returns the shortest of all numbers that in_scene() turns into the same camera.
WorldCamera in_world(const Camera& camera, const glm::dvec3& origin);
/// The same camera after the scene gets another origin.
Camera with_origin(Camera camera, const glm::dvec3& before, const glm::dvec3& now);

/// JSON of a camera, as in camera paths and the clipboard; and back. Throws std::runtime_error with a sentence.
std::string to_json(const WorldCamera& camera);
WorldCamera camera_from_json(const std::string& text);

}  // namespace farfirst::app
