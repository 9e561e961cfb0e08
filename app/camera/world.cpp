#include "world.h"

#include <fmt/format.h>

#include <charconv>
#include <string>

namespace farfirst::app {
namespace {

/// The shortest decimal number that differs from the origin by this float.
double shortest(float offset, double origin) {
  const double exact = origin + static_cast<double>(offset);
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", exact, digits);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    if (static_cast<float>(number - origin) == offset) return number;
  }
  return exact;
}

glm::dvec3 shortest(const glm::vec3& offset, const glm::dvec3& origin) {
  return {shortest(offset.x, origin.x), shortest(offset.y, origin.y), shortest(offset.z, origin.z)};
}

}  // namespace

Camera in_scene(const WorldCamera& camera, const glm::dvec3& origin) {
  constexpr double least_distance = 1e-6;  // of the eye from the origin: nearer, floats have no direction
  Camera result;
  result.eye = glm::vec3(camera.position - origin);
  result.focus = glm::vec3(camera.focal_point - origin);
  const glm::dvec3 way = camera.focal_point - camera.position;
  const double nearest = least_distance * glm::length(glm::dvec3(result.eye));
  if (const double distance = glm::length(way); distance < nearest && distance > 0)
    result.focus = glm::vec3(camera.position - origin + way / distance * nearest);
  result.up = camera.view_up;
  result.field_of_view = camera.view_angle;
  return result;
}

WorldCamera in_world(const Camera& camera, const glm::dvec3& origin) {
  return {.position = shortest(camera.eye, origin),
          .focal_point = shortest(camera.focus, origin),
          .view_up = camera.up,
          .view_angle = camera.field_of_view};
}

Camera with_origin(Camera camera, const glm::dvec3& before, const glm::dvec3& now) {
  camera.eye = glm::vec3(glm::dvec3(camera.eye) + before - now);
  camera.focus = glm::vec3(glm::dvec3(camera.focus) + before - now);
  return camera;
}

}  // namespace farfirst::app
