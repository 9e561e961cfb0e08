#include "camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace farfirst::app {
namespace {

constexpr float pole_margin = glm::radians(1.0f);  // the view direction never gets closer to `up`
constexpr float digits = 0x1p-22f;                 // of a position in eye coordinates, beside that of the eye
constexpr float least_near = 1e-20f;               // of an eye at 0, 0, 0

/// A unit vector at right angles to `direction`, as near to `wanted` as can be.
glm::vec3 perpendicular(const glm::vec3& wanted, const glm::vec3& direction) {
  glm::vec3 rest = wanted - direction * glm::dot(wanted, direction);
  if (glm::length(rest) < 1e-4f * glm::length(wanted) || !(glm::length(wanted) > 0)) {
    const glm::vec3 other = std::abs(direction.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(0, 0, -1);
    rest = other - direction * glm::dot(other, direction);
  }
  return glm::normalize(rest);
}

/// The part of a shift from `from` that stays in the ball of this radius round 0. Outside, only what leads back.
glm::vec3 shortened(const glm::vec3& shift, const glm::vec3& from, float radius) {
  const float outside = glm::dot(from, from) - radius * radius;
  const float along = glm::dot(from, shift);
  if (outside > 0) return along < 0 ? shift : glm::vec3(0);
  const float square = glm::dot(shift, shift);
  if (!(square > 0)) return glm::vec3(0);
  const float exit = (std::sqrt(std::max(along * along - square * outside, 0.0f)) - along) / square;
  return shift * std::min(exit, 1.0f);
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
  // Not glm::lookAt(): far from the origin, a point at unit distance from the eye rounds to the eye itself.
  const glm::vec3 forward = direction(), side = right(), above = glm::cross(side, forward);
  glm::mat4 matrix(1.0f);
  for (int i = 0; i < 3; ++i) matrix[i] = {side[i], above[i], -forward[i], 0.0f};
  matrix[3] = {-glm::dot(side, eye), -glm::dot(above, eye), glm::dot(forward, eye), 1.0f};
  return matrix;
}

glm::mat4 Camera::projection(float aspect) const {
  const float tangent = std::tan(glm::radians(field_of_view) * 0.5f);
  const float nearest = std::max(glm::length(eye) * digits, least_near);
  glm::mat4 matrix(0.0f);
  matrix[0][0] = 1.0f / (aspect * tangent);
  matrix[1][1] = 1.0f / tangent;
  matrix[2][2] = matrix[2][3] = -1.0f;
  matrix[3][2] = -2.0f * nearest;
  return matrix;
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
  // Not into the focus, where the direction would be lost, and not beyond the range of floats.
  const float length = glm::length(offset);
  const float scale = std::max(glm::length(focus), 1e-20f);
  if (length > 1e-6f * scale && length < 1e18f) eye = focus + offset;
}

void Camera::zoom(float factor, const glm::vec2& at, float aspect, const Bounds& scene) {
  constexpr float shortest_reach = 0.05f;  // of the radius: nearer to the focus, the steps get no shorter
  constexpr float nearest_focus = 0.01f;
  constexpr float farthest_eye = 10.0f;  // a small part of the picture, at any angle of view
  const float radius = scene.radius();
  const float tangent = std::tan(glm::radians(field_of_view) * 0.5f);
  const glm::vec3 forward = direction();
  const glm::vec3 above = perpendicular(up, forward);
  // Along this ray the eye moves: what lies on it keeps its place in the picture. It is one unit deep.
  const glm::vec3 ray = forward + right() * (at.x * tangent * aspect) + above * (at.y * tangent);
  const float distance = glm::length(focus - eye);
  const float reach = shortest_reach * radius;
  float step = std::max(distance, reach) * (1.0f - factor);
  // A step outwards undoes one inwards.
  if (factor > 1.0f) step = -std::max(distance * (factor - 1.0f), reach * (1.0f - 1.0f / factor));
  const glm::vec3 shift =
      shortened(ray * step, eye - scene.center(), farthest_eye * radius * std::max(1.0f, 1.0f / tangent));
  eye += shift;
  // Never so near that rounding loses the direction.
  const float nearest = std::max(nearest_focus * radius, 1e-4f * glm::length(eye));
  focus = eye + forward * std::max(distance - glm::dot(shift, forward), nearest);
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

glm::mat3 turn_to_up(const glm::vec3& up) {
  const glm::vec3 to = glm::normalize(up);
  if (to.y < -0.99999f) return glm::mat3(1, 0, 0, 0, -1, 0, 0, 0, -1);
  const glm::vec3 axis = glm::cross(glm::vec3(0, 1, 0), to);
  if (!(glm::length(axis) > 1e-6f)) return glm::mat3(1.0f);
  return glm::mat3(glm::rotate(glm::mat4(1.0f), std::acos(std::clamp(to.y, -1.0f, 1.0f)), axis));
}

}  // namespace farfirst::app
