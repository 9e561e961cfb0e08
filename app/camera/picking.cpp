#include "picking.h"

#include <cmath>
#include <limits>

namespace farfirst::app {
namespace {

struct Ray {
  glm::vec3 origin;
  glm::vec3 direction;  // unit
};

Ray ray_through(const Camera& camera, float aspect, const glm::vec2& at) {
  const float tangent = std::tan(glm::radians(camera.field_of_view) * 0.5f);
  const glm::vec3 forward = camera.direction();
  const glm::vec3 right = camera.right();
  const glm::vec3 up = glm::cross(right, forward);
  return {camera.eye, glm::normalize(forward + right * (at.x * tangent * aspect) + up * (at.y * tangent))};
}

// Moeller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997.
float distance_along(const Ray& ray, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  constexpr float none = std::numeric_limits<float>::infinity();
  const glm::vec3 ab = b - a, ac = c - a;
  const glm::vec3 p = glm::cross(ray.direction, ac);
  const float determinant = glm::dot(ab, p);
  if (determinant == 0.0f) return none;
  const glm::vec3 s = ray.origin - a;
  const float u = glm::dot(s, p) / determinant;
  if (!(u >= 0.0f && u <= 1.0f)) return none;
  const glm::vec3 q = glm::cross(s, ab);
  const float v = glm::dot(ray.direction, q) / determinant;
  if (!(v >= 0.0f && u + v <= 1.0f)) return none;
  const float t = glm::dot(ac, q) / determinant;
  return t > 0.0f ? t : none;
}

float nearest_triangle(std::span<const glm::vec3> positions, std::span<const std::uint32_t> triangles, const Ray& ray) {
  float nearest = std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    nearest = std::min(nearest, distance_along(ray, positions[triangles[i]], positions[triangles[i + 1]],
                                               positions[triangles[i + 2]]));
  return nearest;
}

float nearest_point(std::span<const glm::vec3> positions, const Ray& ray, float tangent) {
  float nearest = std::numeric_limits<float>::infinity();
  for (const glm::vec3& point : positions) {
    const glm::vec3 offset = point - ray.origin;
    const float along = glm::dot(offset, ray.direction);
    if (along > 0.0f && along < nearest && glm::length(offset - ray.direction * along) < along * tangent)
      nearest = along;
  }
  return nearest;
}

}  // namespace

std::optional<glm::vec3> pick(std::span<const glm::vec3> positions, std::span<const std::uint32_t> triangles,
                              const Camera& camera, float aspect, const glm::vec2& at, float radius) {
  const Ray ray = ray_through(camera, aspect, at);
  const float tangent = std::tan(glm::radians(camera.field_of_view) * 0.5f) * radius;
  const float along =
      triangles.empty() ? nearest_point(positions, ray, tangent) : nearest_triangle(positions, triangles, ray);
  if (!std::isfinite(along)) return std::nullopt;
  return ray.origin + ray.direction * along;
}

}  // namespace farfirst::app
