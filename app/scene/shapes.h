#pragma once
// Closed surfaces of triangles of one size and shape, for the built-in scenes. A triangle is sorted by
// one point, so long or large triangles would sort wrongly by any sort.

#include <cstdint>
#include <functional>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace farfirst::app {

/// A closed surface, triangles counter-clockwise from outside. Corners at a crease are there once per side.
struct Surface {
  std::vector<glm::vec3> positions;
  std::vector<float> along;  // per vertex, 0..1: from the first to the last point of the profile or curve
  std::vector<std::uint32_t> triangles;
};

/// Turns a profile (radius, height) round the y axis. The profile is a smooth curve through the given points; it begins
/// and ends on the axis, and runs counter-clockwise seen with the radius to the right. `scale(angle, height)`
/// multiplies the radius: flutes, waves.
Surface revolve(std::span<const glm::vec2> profile, float edge,
                const std::function<float(float, float)>& scale = nullptr);

Surface sphere(float radius, float edge);

struct Section {
  float across = 0.1f;  // half axes of the ellipse: along the reference direction ...
  float thick = 0.1f;   // ... and at right angles to it and to the curve
};

/// Carries an ellipse along a curve over 0..1. A closed curve (same point at 0 and 1) gives a ring or knot; an open one
/// is tapered to a point at both ends. Without `reference` the section turns as little as possible.
Surface sweep(const std::function<glm::vec3(float)>& curve, bool closed, const Section& section, float edge,
              const std::function<glm::vec3(float)>& reference = nullptr);

/// A box round the origin with creases at its edges.
Surface pane(const glm::vec3& size, float edge);

void transform(Surface& surface, const glm::mat4& matrix);

}  // namespace farfirst::app
