#pragma once
// View and projection; orbit and fly. No input handling here: window.cpp and the panel call these.

#include <glm/glm.hpp>
#include <string>

#include "scene/model.h"

namespace farfirst::app {

struct Camera {
  glm::vec3 eye{0.0f, 0.0f, 3.0f};
  glm::vec3 focus{0.0f};           // orbit centre; the camera looks at it
  glm::vec3 up{0.0f, 1.0f, 0.0f};  // not parallel to the view direction
  float field_of_view = 45.0f;     // vertical, degrees
  float near_plane = 0.01f;
  float far_plane = 100.0f;

  glm::vec3 direction() const;  // unit, from the eye into the scene
  glm::vec3 right() const;
  glm::mat4 view() const;
  glm::mat4 projection(float aspect) const;

  /// Places the camera so that the box fills the picture, keeping the direction. Sets near and far for it.
  void fit(const Bounds& bounds, float aspect);
  /// Near and far planes that hold the box, from where the eye is now.
  void fit_planes(const Bounds& bounds);

  void orbit(float yaw, float pitch);  // radians, round the focus; pitch stops at the poles
  void pan(float right_pixels, float up_pixels, float height);
  void dolly(float factor);                     // distance to the focus times factor
  void look(float yaw, float pitch);            // turns in place
  void fly(const glm::vec3& right_up_forward);  // world units

  bool operator==(const Camera&) const = default;
};

/// JSON of a camera, as in camera paths and the clipboard; and back. Throws std::runtime_error with a sentence.
std::string to_json(const Camera& camera);
Camera camera_from_json(const std::string& text);

}  // namespace farfirst::app
