// Camera::fit. Seen along a fixed direction, each side of the picture is a plane through the eye with a fixed slope.
// The points decide how far out each plane must be. Two opposite planes meet at the nearest possible eye:
// one exact pass over the points.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "camera.h"

namespace farfirst::app {
namespace {

constexpr float filled = 0.95f;               // of the picture's width or height
constexpr float least_gap = 0.001f;           // of the radius, between the eye and the nearest point
constexpr float least_distance = 0.02f;       // of the radius, between the eye and the focus
constexpr std::size_t most_samples = 65'536;  // that decide where the middle is

/// Right, above and forward from the middle of the box.
struct Axes {
  glm::vec3 center, right, above, forward;
  glm::vec3 local(const glm::vec3& point) const {
    const glm::vec3 offset = point - center;
    return {glm::dot(offset, right), glm::dot(offset, above), glm::dot(offset, forward)};
  }
};

/// Two opposite sides of the picture: right and left, or top and bottom.
struct Slopes {
  float slope;
  float positive = -std::numeric_limits<float>::infinity();
  float negative = -std::numeric_limits<float>::infinity();

  void add(float across, float depth) {
    positive = std::max(positive, across - slope * depth);
    negative = std::max(negative, -across - slope * depth);
  }
  /// The depth where the planes meet.
  float apex() const { return -0.5f * (positive + negative) / slope; }
  /// Clamps a position to the range between the planes at this depth, which is not beyond the apex.
  float clamp(float across, float depth) const {
    const float least = positive + slope * depth;
    return std::clamp(across, least, std::max(least, -negative - slope * depth));
  }
  float middle() const { return 0.5f * (positive - negative); }
};

/// Moves the eye across until there is as much room on one side of the picture as on the other.
float centered(std::span<const glm::vec3> points, const Bounds& bounds, const Axes& axes, int component,
               const Slopes& sides, float depth) {
  const std::size_t stride = std::max<std::size_t>(1, points.size() / most_samples);
  float across = sides.clamp(sides.middle(), depth);
  for (int round = 0; round < 4; ++round) {
    float largest = -std::numeric_limits<float>::infinity(), smallest = -largest;
    float largest_depth = 1, smallest_depth = 1;
    for (std::size_t i = 0; i < points.size(); i += stride) {
      if (!bounds.holds(points[i])) continue;
      const glm::vec3 local = axes.local(points[i]);
      const float slope = (local[component] - across) / (local.z - depth);
      if (slope > largest) largest = slope, largest_depth = local.z - depth;
      if (slope < smallest) smallest = slope, smallest_depth = local.z - depth;
    }
    if (!(largest >= smallest)) break;
    // Newton's step for largest + smallest = 0.
    across = sides.clamp(across + (largest + smallest) / (1 / largest_depth + 1 / smallest_depth), depth);
  }
  return across;
}

}  // namespace

void Camera::fit(std::span<const glm::vec3> points, const Bounds& bounds, float aspect) {
  const float tangent = std::tan(glm::radians(field_of_view) * 0.5f);
  const float radius = bounds.radius();
  Axes axes{bounds.center(), right(), {}, direction()};
  axes.above = glm::cross(axes.right, axes.forward);
  Slopes horizontal{filled * tangent * aspect}, vertical{filled * tangent};
  float nearest = std::numeric_limits<float>::infinity();
  for (const glm::vec3& point : points) {
    if (!bounds.holds(point)) continue;
    const glm::vec3 local = axes.local(point);
    horizontal.add(local.x, local.z);
    vertical.add(local.y, local.z);
    nearest = std::min(nearest, local.z);
  }
  glm::vec3 at(0, 0, -radius / tangent);  // of nothing, or of a single point
  if (nearest <= radius && bounds.minimum != bounds.maximum) {
    at.z = std::min({horizontal.apex(), vertical.apex(), nearest - least_gap * radius});
    at.x = centered(points, bounds, axes, 0, horizontal, at.z);
    at.y = centered(points, bounds, axes, 1, vertical, at.z);
  }
  eye = axes.center + axes.right * at.x + axes.above * at.y + axes.forward * at.z;
  focus = eye + axes.forward * std::max(-at.z, least_distance * radius);
}

void Camera::fit(const Bounds& bounds, float aspect) {
  std::array<glm::vec3, 8> corners;
  for (unsigned i = 0; i < 8; ++i)
    corners[i] = {(i & 1) != 0 ? bounds.maximum.x : bounds.minimum.x,
                  (i & 2) != 0 ? bounds.maximum.y : bounds.minimum.y,
                  (i & 4) != 0 ? bounds.maximum.z : bounds.minimum.z};
  fit(corners, bounds, aspect);
}

}  // namespace farfirst::app
