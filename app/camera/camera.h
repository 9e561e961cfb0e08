#pragma once
// The camera: view and projection, orbit and fly. It handles no input: window.cpp and the panel call it.

#include <glm/glm.hpp>
#include <span>

#include "scene/model.h"

namespace farfirst::app {

struct Camera {
  glm::vec3 eye{0.0f, 0.0f, 3.0f};
  glm::vec3 focus{0.0f};           // orbit centre; the camera looks at it
  glm::vec3 up{0.0f, 1.0f, 0.0f};  // not parallel to the view direction
  float field_of_view = 45.0f;     // vertical, degrees

  glm::vec3 direction() const;  // unit, from the eye into the scene
  glm::vec3 right() const;
  glm::mat4 view() const;
  /// No far plane. Nothing is drawn by depth, so depth precision does not matter: the near plane lies where
  /// positions round the eye run out of digits, whatever the size of the scene.
  glm::mat4 projection(float aspect) const;

  /// Moves the camera so that the points, or the box, fill the picture but for a small margin. Keeps its direction.
  /// No nearer eye sees all of them. Ignores points that are not finite, or not in the box.
  void fit(std::span<const glm::vec3> points, const Bounds& bounds, float aspect);
  void fit(const Bounds& bounds, float aspect);

  void orbit(float yaw, float pitch);  // radians, round the focus; pitch stops at the poles
  void pan(float right_pixels, float up_pixels, float height);
  void dolly(float factor);  // distance to the focus times factor
  /// Moves the eye towards what is under a point of the picture (-1..1, y up), or away from it if `factor` is above 1.
  /// What is under the point stays there. The distance to the focus changes by the factor. Near the focus the steps get
  /// no shorter: the eye passes through and pushes the focus on. It stays within a multiple of the scene's radius.
  void zoom(float factor, const glm::vec2& at, float aspect, const Bounds& scene);
  void look(float yaw, float pitch);            // turns in place
  void fly(const glm::vec3& right_up_forward);  // world units

  bool operator==(const Camera&) const = default;
};

/// Turns the directions of a scene with Y up into those of a scene with another up: the smallest turn (for -Y round X).
glm::mat3 turn_to_up(const glm::vec3& up);

}  // namespace farfirst::app
