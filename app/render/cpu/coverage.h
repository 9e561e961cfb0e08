#pragma once
// The samples that a triangle covers: the rules of shaders/render/tiles/triangle.glsl, which explains them, in the
// same operations.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>

#include "draw_input.h"

namespace farfirst::app::cpu {

inline constexpr float guard_pixels = 8190.0f;  // from the middle of the picture

/// An edge with the inside to the left: a place is inside if value + step * (place - origin) >= 0, all in subpixels.
struct Edge {
  std::int64_t value;
  std::int64_t step_x, step_y;
  std::int64_t at(std::int64_t x, std::int64_t y) const { return value + step_x * x + step_y * y; }
};

/// The origin is the lower left corner of the picture.
inline Edge edge_between(const Place& a, const Place& b) {
  const std::int64_t x = std::int64_t{b.x} - a.x, y = std::int64_t{b.y} - a.y;
  const bool includes_itself = y < 0 || (y == 0 && x > 0);  // a left or a lower edge
  return {y * a.x - x * a.y - (includes_itself ? 0 : 1), -y, x};
}

/// Twice the area, positive if it goes round counterclockwise.
inline std::int64_t area(const Place& a, const Place& b, const Place& c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) - (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}

/// Pixels, both ends included.
struct PixelBox {
  int left, bottom, right, top;
  bool is_empty() const { return left > right || bottom > top; }
};

struct ClippedEdge {
  bool exact = false;
  Edge edge{};
  glm::vec3 plane{};
  bool includes_itself = false;
};

/// The visible part of a triangle with a corner that is not inside.
struct ClippedTriangle {
  std::array<ClippedEdge, 3> edges{};
  glm::ivec2 origin{};  // pixels: planes are functions of places from here
  bool has_area = false;

  /// `x` and `y` in sixteenths of a pixel from the origin.
  bool covers(int x, int y) const;
};

struct ClippedCorner {
  glm::vec4 clip;
  Place place;
};

ClippedCorner clipped_corner(const DrawInput& input, std::uint32_t vertex);
std::array<ClippedCorner, 3> clipped_corners(const DrawInput& input, std::uint32_t element);
ClippedTriangle clipped_triangle(const DrawInput& input, const std::array<ClippedCorner, 3>& corners,
                                 glm::ivec2 origin);
PixelBox pixels_of_clipped(const DrawInput& input, const std::array<ClippedCorner, 3>& corners);

}  // namespace farfirst::app::cpu
