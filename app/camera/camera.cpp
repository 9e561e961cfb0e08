#include "camera.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace farfirst::app {
namespace {

constexpr float pole_margin = glm::radians(1.0f);  // the view direction never gets closer to `up`

std::array<glm::vec3, 8> corners(const Bounds& bounds) {
  std::array<glm::vec3, 8> result;
  for (unsigned i = 0; i < 8; ++i)
    result[i] = {(i & 1) != 0 ? bounds.maximum.x : bounds.minimum.x, (i & 2) != 0 ? bounds.maximum.y : bounds.minimum.y,
                 (i & 4) != 0 ? bounds.maximum.z : bounds.minimum.z};
  return result;
}

/// A unit vector at right angles to `direction`, as near to `wanted` as can be.
glm::vec3 perpendicular(const glm::vec3& wanted, const glm::vec3& direction) {
  glm::vec3 rest = wanted - direction * glm::dot(wanted, direction);
  if (glm::length(rest) < 1e-4f * glm::length(wanted) || !(glm::length(wanted) > 0)) {
    const glm::vec3 other = std::abs(direction.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, -1);
    rest = other - direction * glm::dot(other, direction);
  }
  return glm::normalize(rest);
}

/// Turns a direction round `up` and then towards it; stops short of the poles.
glm::vec3 turned(const glm::vec3& direction, const glm::vec3& up, float yaw, float pitch) {
  const glm::vec3 pole = glm::normalize(up);
  const float height = std::asin(std::clamp(glm::dot(direction, pole), -1.0f, 1.0f));
  const float limit = glm::half_pi<float>() - pole_margin;
  const float new_height =
      std::clamp(height + pitch, -std::max(limit, std::abs(height)), std::max(limit, std::abs(height)));
  const glm::vec3 flat = perpendicular(direction, pole);
  const glm::vec3 heading = glm::vec3(glm::rotate(glm::mat4(1.0f), yaw, pole) * glm::vec4(flat, 0.0f));
  return glm::normalize(heading * std::cos(new_height) + pole * std::sin(new_height));
}

}  // namespace

glm::vec3 Camera::direction() const {
  const glm::vec3 way = focus - eye;
  const float length = glm::length(way);
  return length > 0 ? way / length : glm::vec3(0, 0, -1);
}

glm::vec3 Camera::right() const { return glm::cross(direction(), perpendicular(up, direction())); }

glm::mat4 Camera::view() const {
  const glm::vec3 forward = direction();
  return glm::lookAt(eye, eye + forward, perpendicular(up, forward));
}

glm::mat4 Camera::projection(float aspect) const {
  return glm::perspective(glm::radians(field_of_view), aspect, near_plane, far_plane);
}

void Camera::fit(const Bounds& bounds, float aspect) {
  constexpr float margin = 1.06f;
  const glm::vec3 forward = direction();
  const glm::vec3 above = perpendicular(up, forward);
  const glm::vec3 side = glm::cross(forward, above);
  const float tangent = std::tan(glm::radians(field_of_view) * 0.5f);
  const glm::vec3 center = bounds.center();
  float distance = bounds.radius() * 0.5f;
  if (bounds.empty()) {
    distance = bounds.radius() / tangent;
  } else {
    for (const glm::vec3& corner : corners(bounds)) {
      const glm::vec3 offset = corner - center;
      const float depth = glm::dot(offset, forward);
      distance = std::max(distance, margin * std::abs(glm::dot(offset, above)) / tangent - depth);
      distance = std::max(distance, margin * std::abs(glm::dot(offset, side)) / (tangent * aspect) - depth);
    }
  }
  focus = center;
  eye = center - forward * distance;
  fit_planes(bounds);
}

void Camera::fit_planes(const Bounds& bounds) {
  const glm::vec3 forward = direction();
  const float middle = glm::dot(bounds.center() - eye, forward);
  const float radius = bounds.radius();
  // What is behind the near plane is cut off: keep it close. Nothing here depends on the depth buffer's precision.
  far_plane = std::max(middle + radius * 1.01f, radius * 1e-2f);
  near_plane = std::max((middle - radius) * 0.99f, std::max(far_plane * 1e-5f, radius * 1e-4f));
}

void Camera::orbit(float yaw, float pitch) {
  const float distance = glm::length(focus - eye);
  eye = focus - turned(direction(), up, yaw, pitch) * distance;
}

void Camera::pan(float right_pixels, float up_pixels, float height) {
  const float distance = glm::length(focus - eye);
  const float unit = 2.0f * distance * std::tan(glm::radians(field_of_view) * 0.5f) / std::max(height, 1.0f);
  const glm::vec3 shift = right() * (right_pixels * unit) + perpendicular(up, direction()) * (up_pixels * unit);
  eye += shift;
  focus += shift;
}

void Camera::dolly(float factor) {
  const glm::vec3 offset = (eye - focus) * factor;
  // Neither into the focus, where the direction would be lost, nor out of the numbers.
  const float length = glm::length(offset);
  const float scale = std::max(glm::length(focus), 1e-20f);
  if (length > 1e-6f * scale && length < 1e18f) eye = focus + offset;
}

void Camera::look(float yaw, float pitch) {
  const float distance = glm::length(focus - eye);
  focus = eye + turned(direction(), up, yaw, pitch) * distance;
}

void Camera::fly(const glm::vec3& right_up_forward) {
  const glm::vec3 forward = direction();
  const glm::vec3 shift =
      right() * right_up_forward.x + perpendicular(up, forward) * right_up_forward.y + forward * right_up_forward.z;
  eye += shift;
  focus += shift;
}

}  // namespace farfirst::app
