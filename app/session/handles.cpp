#include "handles.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>

#include "cli/object_values.h"

namespace farfirst::app {

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr std::array<glm::vec3, 3> axes = {glm::vec3(1, 0, 0), glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)};
constexpr float least_seen = 0.12f;  // sine of the angle between an axis and the view along which it can be moved

glm::vec3 axis_of(const Handle& handle) { return axes[static_cast<std::size_t>(handle.axis)]; }

double distance_to_line(const glm::vec2& place, const std::vector<glm::vec2>& line) {
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const glm::dvec2 a(line[i]), along = glm::dvec2(line[i + 1]) - a, off = glm::dvec2(place) - a;
    const double square = glm::dot(along, along);
    const double part = square > 0 ? std::clamp(glm::dot(off, along) / square, 0.0, 1.0) : 0.0;
    nearest = std::min(nearest, glm::length(off - part * along));
  }
  return nearest;
}

double in_steps(double value, double step) { return std::round(value / step) * step; }

/// The same angle, as near to another as a whole turn allows.
float next_to(double degrees, float near) {
  return static_cast<float>(degrees + 360.0 * std::round((near - degrees) / 360.0));
}

}  // namespace

glm::vec3 angles_of(const glm::dmat3& turn, const glm::vec3& near) {
  const double sine = std::clamp(-turn[0][2], -1.0, 1.0);
  const double degree = 180.0 / pi;
  double x = 0, y = std::asin(sine) * degree, z = 0;
  if (std::abs(sine) < 1 - 1e-10) {
    x = std::atan2(turn[1][2], turn[2][2]) * degree;
    z = std::atan2(turn[0][1], turn[0][0]) * degree;
  } else {  // x and z turn about the same axis: x stays
    x = near.x;
    const double both = std::atan2(sine > 0 ? turn[1][0] : -turn[1][0], turn[1][1]) * degree;
    z = sine > 0 ? x - both : both - x;
  }
  const auto angles = [&](double a, double b, double c) {
    return glm::vec3(next_to(a, near.x), next_to(b, near.y), next_to(c, near.z));
  };
  const glm::vec3 first = angles(x, y, z), second = angles(x + 180, 180 - y, z + 180);
  const auto off = [&](const glm::vec3& a) { return glm::dot(glm::abs(a - near), glm::vec3(1)); };
  return off(second) < off(first) ? second : first;
}

Handles::Handles(const Scene& scene, std::size_t object, const Camera& camera, const glm::vec2& size, float length)
    : camera_(camera),
      size_(size),
      view_projection_(glm::dmat4(camera.projection(size.x / size.y)) * glm::dmat4(camera.view())),
      start_(scene.objects[object].setting.placement),
      file_middle_(scene.objects[object].middle()),
      center_(scene.to_scene(object) * glm::vec4(scene.objects[object].bounds().bulk.center(), 1.0f)) {
  const glm::vec3 way = camera.eye - center_;
  const float depth = glm::dot(-way, camera.direction());
  to_eye_ = glm::length(way) > 0 ? glm::normalize(way) : glm::vec3(0, 0, 1);
  length_ = length / size.y * 2 * std::tan(glm::radians(camera.field_of_view) / 2) * std::max(depth, 0.0f);
}

std::optional<glm::vec2> Handles::on_picture(const glm::vec3& place) const {
  const glm::dvec4 clip = view_projection_ * glm::dvec4(place, 1.0);
  if (!(clip.w > 1e-6 * length_)) return std::nullopt;
  return glm::vec2((0.5 + 0.5 * clip.x / clip.w) * size_.x, (0.5 - 0.5 * clip.y / clip.w) * size_.y);
}

std::vector<Handle> Handles::all(HandleKind kind) const {
  std::vector<Handle> result;
  if (!on_picture(center_)) return result;
  using Of = Handle::Of;
  // The one that is over the others comes first.
  if (kind != HandleKind::turn) result.push_back({Of::picture, 0});
  for (int axis = 0; axis < 3; ++axis) {
    const float along = std::abs(glm::dot(axes[static_cast<std::size_t>(axis)], to_eye_));
    if (kind == HandleKind::turn || along < std::sqrt(1 - least_seen * least_seen)) result.push_back({Of::axis, axis});
    if (kind == HandleKind::move && along > least_seen) result.push_back({Of::plane, axis});
  }
  if (kind == HandleKind::turn) result.push_back({Of::picture, 0});
  return result;
}

std::vector<glm::vec3> Handles::line(HandleKind kind, const Handle& handle) const {
  const glm::vec3 right = camera_.right(), up = glm::cross(right, camera_.direction());
  const auto ring = [&](const glm::vec3& a, const glm::vec3& b, float radius) {
    constexpr int parts = 64;
    std::vector<glm::vec3> result;
    for (int i = 0; i <= parts; ++i) {
      const float angle = static_cast<float>(2 * pi) * static_cast<float>(i) / parts;
      result.push_back(center_ + radius * length_ * (std::cos(angle) * a + std::sin(angle) * b));
    }
    return result;
  };
  if (handle.of == Handle::Of::picture) return ring(right, up, kind == HandleKind::turn ? 1.2f : 0.12f);
  const glm::vec3 axis = axis_of(handle);
  const glm::vec3 a = axes[static_cast<std::size_t>((handle.axis + 1) % 3)],
                  b = axes[static_cast<std::size_t>((handle.axis + 2) % 3)];
  if (kind == HandleKind::turn) return ring(a, b, 1.0f);
  if (handle.of == Handle::Of::axis) return {center_ + 0.16f * length_ * axis, center_ + length_ * axis};
  constexpr float low = 0.3f, high = 0.5f;
  std::vector<glm::vec3> square;
  for (const glm::vec2& at : {glm::vec2(low, low), {high, low}, {high, high}, {low, high}, {low, low}})
    square.push_back(center_ + length_ * (at.x * a + at.y * b));
  return square;
}

std::vector<glm::vec2> Handles::line_on_picture(HandleKind kind, const Handle& handle) const {
  std::vector<glm::vec2> result;
  for (const glm::vec3& place : line(kind, handle))
    if (const auto seen = on_picture(place)) result.push_back(*seen);
  return result;
}

std::optional<Handle> Handles::at(HandleKind kind, const glm::vec2& place, float reach) const {
  std::optional<Handle> nearest;
  double least = reach;
  for (const Handle& handle : all(kind)) {
    const std::vector<glm::vec2> line = line_on_picture(kind, handle);
    double distance = distance_to_line(place, line);
    const bool is_filled = kind != HandleKind::turn && handle.of != Handle::Of::axis;
    if (is_filled && !line.empty()) {
      glm::vec2 low = line.front(), high = low, sum(0.0f);
      for (const glm::vec2& corner : line) {
        low = glm::min(low, corner);
        high = glm::max(high, corner);
        sum += corner;
      }
      const glm::vec2 middle = sum / static_cast<float>(line.size()), half = 0.35f * (high - low);
      if (glm::all(glm::lessThan(glm::abs(place - middle), half))) distance = 0;
    }
    if (distance >= least) continue;
    least = distance;
    nearest = handle;
  }
  return nearest;
}

Handles::Ray Handles::ray_at(const glm::vec2& place) const {
  const double tangent = std::tan(glm::radians(static_cast<double>(camera_.field_of_view)) / 2);
  const double x = 2.0 * place.x / size_.x - 1, y = 1 - 2.0 * place.y / size_.y;
  const glm::dvec3 forward(camera_.direction()), right(camera_.right()), up = glm::cross(right, forward);
  return {camera_.eye, glm::normalize(forward + right * (x * tangent * size_.x / size_.y) + up * (y * tangent))};
}

/// The coordinate of the place on the axis that is nearest to the ray.
double Handles::along_axis(int axis, const glm::vec2& place) const {
  const Ray ray = ray_at(place);
  const glm::dvec3 along(axes[static_cast<std::size_t>(axis)]), off = glm::dvec3(center_) - ray.origin;
  const double both = glm::dot(along, ray.direction);
  return (both * glm::dot(off, ray.direction) - glm::dot(off, along)) / std::max(1 - both * both, 1e-9);
}

std::optional<glm::dvec3> Handles::in_plane(const glm::dvec3& normal, const glm::vec2& place) const {
  const Ray ray = ray_at(place);
  const double facing = glm::dot(normal, ray.direction);
  const double along = glm::dot(normal, glm::dvec3(center_) - ray.origin) / facing;
  if (facing == 0 || !(along > 0)) return std::nullopt;
  return ray.origin + along * ray.direction;
}

glm::dvec3 Handles::normal_of(const Handle& handle) const {
  return handle.of == Handle::Of::picture ? -glm::dvec3(camera_.direction()) : glm::dvec3(axis_of(handle));
}

glm::dvec3 Handles::moved_by(const Handle& handle, const glm::vec2& from, const glm::vec2& to, bool steps) const {
  const double step = std::pow(10.0, std::floor(std::log10(std::max(0.25 * length_, 1e-30))));
  if (handle.of == Handle::Of::axis) {
    const double by = along_axis(handle.axis, to) - along_axis(handle.axis, from);
    return glm::dvec3(axis_of(handle)) * (steps ? in_steps(by, step) : by);
  }
  const auto a = in_plane(normal_of(handle), from), b = in_plane(normal_of(handle), to);
  glm::dvec3 by = a && b ? *b - *a : glm::dvec3(0.0);
  if (steps) by = {in_steps(by.x, step), in_steps(by.y, step), in_steps(by.z, step)};
  return by;
}

/// Radians about the handle's axis.
double Handles::turned_by(const Handle& handle, const glm::vec2& from, const glm::vec2& to) const {
  const glm::dvec3 normal = normal_of(handle), center(center_);
  const auto a = in_plane(normal, from), b = in_plane(normal, to);
  constexpr double least_facing = 0.15;
  if (a && b && std::abs(glm::dot(normal, glm::dvec3(to_eye_))) > least_facing) {
    const glm::dvec3 u = *a - center, v = *b - center;
    return std::atan2(glm::dot(normal, glm::cross(u, v)), glm::dot(u, v));
  }
  // At the edge, the object's front follows the mouse along the ring's line.
  const glm::dvec3 along = glm::normalize(glm::cross(normal, glm::dvec3(to_eye_)));
  const auto start = on_picture(center_), end = on_picture(center_ + length_ * glm::vec3(along));
  if (!start || !end) return 0;
  const glm::dvec2 line = *end - *start;
  return glm::dot(glm::dvec2(to - from), line) / std::max(glm::dot(line, line), 1e-9);
}

double Handles::scaled_by(const glm::vec2& from, const glm::vec2& to) const {
  const auto middle = on_picture(center_);
  if (!middle) return 1;
  constexpr double least = 4;  // pixels from the middle, inside which handles cannot be dragged
  const double before = glm::distance(from, *middle), after = glm::distance(to, *middle);
  // From the middle, to the right is larger.
  if (before < 20) return std::exp2((to.x - from.x) / 100.0);
  return std::max(after, least) / before;
}

Placement Handles::dragged(HandleKind kind, const Handle& handle, const glm::vec2& from, const glm::vec2& to,
                           bool steps) const {
  Placement result = start_;
  if (kind == HandleKind::move) {
    result.position += moved_by(handle, from, to, steps);
    return result;
  }
  if (kind == HandleKind::turn) {
    double angle = turned_by(handle, from, to);
    if (steps) angle = in_steps(angle, pi / 12);
    const glm::dmat3 turn(glm::rotate(glm::dmat4(1.0), angle, normal_of(handle)));
    result.rotation = angles_of(turn * turn_of(start_.rotation), start_.rotation);
    result.rotation =
        glm::clamp(result.rotation, -static_cast<float>(most_rotation), static_cast<float>(most_rotation));
    return about(file_middle_, start_, result);
  }
  double scale = start_.scale * scaled_by(from, to);
  if (steps) scale = std::max(in_steps(scale, 0.1), 0.1);
  result.scale = static_cast<float>(std::clamp(scale, least_object_scale, most_object_scale));
  return about(file_middle_, start_, result);
}

}  // namespace farfirst::app
