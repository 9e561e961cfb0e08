#include "shapes.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

namespace farfirst::app {
namespace {

constexpr float row_height = 0.866f;  // of an equilateral triangle with edge 1
constexpr float two_pi = glm::two_pi<float>();

/// A closed row of vertices. One vertex is a pole.
struct Ring {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  float shift = 0.0f;  // of vertex 0, in steps

  std::uint32_t vertex(std::uint32_t k) const { return first + k % count; }
  std::uint32_t steps() const { return count == 1 ? 0 : count; }
  float angle(std::uint32_t k) const { return (static_cast<float>(k) + shift) / static_cast<float>(count); }
};

/// Fills the band between two rings, walking round both and always taking the step that ends earlier.
void stitch(Surface& surface, const Ring& a, const Ring& b) {
  std::uint32_t i = 0, j = 0;
  while (i < a.steps() || j < b.steps()) {
    const bool step_a = j == b.steps() || (i < a.steps() && a.angle(i + 1) <= b.angle(j + 1));
    const std::uint32_t next = step_a ? a.vertex(i + 1) : b.vertex(j + 1);
    surface.triangles.insert(surface.triangles.end(), {a.vertex(i), b.vertex(j), next});
    ++(step_a ? i : j);
  }
}

std::uint32_t steps_for(float length, float edge, std::uint32_t at_least) {
  return std::max(at_least, static_cast<std::uint32_t>(std::lround(length / edge)));
}

/// Points at equal distances along a finely sampled curve. Both ends are kept.
template <class Point>
std::vector<Point> even_points(const std::vector<Point>& fine, float spacing, std::uint32_t at_least) {
  std::vector<float> length(fine.size(), 0.0f);
  for (std::size_t i = 1; i < fine.size(); ++i) length[i] = length[i - 1] + glm::distance(fine[i - 1], fine[i]);
  const std::uint32_t steps = steps_for(length.back(), spacing, at_least);
  std::vector<Point> points{fine.front()};
  std::size_t segment = 1;
  for (std::uint32_t k = 1; k < steps; ++k) {
    const float wanted = length.back() * static_cast<float>(k) / static_cast<float>(steps);
    while (length[segment] < wanted) ++segment;
    const float t = (wanted - length[segment - 1]) / (length[segment] - length[segment - 1]);
    points.push_back(glm::mix(fine[segment - 1], fine[segment], t));
  }
  points.push_back(fine.back());
  return points;
}

/// Catmull-Rom spline through the points, finely sampled.
std::vector<glm::vec2> spline(std::span<const glm::vec2> points) {
  constexpr int pieces = 24;
  const auto at = [&](std::ptrdiff_t i) {
    return points[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, std::ssize(points) - 1))];
  };
  std::vector<glm::vec2> fine;
  for (std::ptrdiff_t i = 0; i + 1 < std::ssize(points); ++i) {
    const glm::vec2 p0 = at(i - 1), p1 = at(i), p2 = at(i + 1), p3 = at(i + 2);
    for (int k = 0; k < pieces; ++k) {
      const float t = static_cast<float>(k) / pieces;
      fine.push_back(0.5f * (2.0f * p1 + (p2 - p0) * t + (2.0f * p0 - 5.0f * p1 + 4.0f * p2 - p3) * (t * t) +
                             (3.0f * p1 - p0 - 3.0f * p2 + p3) * (t * t * t)));
    }
  }
  fine.push_back(points.back());
  return fine;
}

/// One ring of a surface of revolution, with as many vertices as its circumference needs.
Ring add_ring(Surface& surface, const glm::vec2& point, float along, std::uint32_t row, float edge,
              const std::function<float(float, float)>& scale) {
  Ring ring{.first = static_cast<std::uint32_t>(surface.positions.size())};
  if (point.x > 0.0f) {
    ring.count = steps_for(two_pi * point.x, edge, 6);
    ring.shift = row % 2 == 0 ? 0.0f : 0.5f;
  }
  for (std::uint32_t k = 0; k < ring.count; ++k) {
    const float angle = two_pi * ring.angle(k);
    const float radius = scale && point.x > 0.0f ? point.x * scale(angle, point.y) : std::max(point.x, 0.0f);
    surface.positions.push_back({radius * std::cos(angle), point.y, -radius * std::sin(angle)});
    surface.along.push_back(along);
  }
  return ring;
}

struct Frame3 {
  glm::vec3 tangent, normal, binormal;
};

glm::vec3 any_perpendicular(const glm::vec3& v) {
  const glm::vec3 other = std::abs(v.y) < 0.9f ? glm::vec3(0, 1, 0) : glm::vec3(1, 0, 0);
  return glm::normalize(glm::cross(v, other));
}

std::vector<glm::vec3> tangents_of(const std::vector<glm::vec3>& points, bool closed) {
  const std::size_t n = points.size();
  std::vector<glm::vec3> tangents;
  for (std::size_t i = 0; i < n; ++i) {
    // points[0] and points[n - 1] are the same on a closed curve.
    const glm::vec3& before = i > 0 ? points[i - 1] : closed ? points[n - 2] : points[0];
    const glm::vec3& after = i + 1 < n ? points[i + 1] : closed ? points[1] : points[n - 1];
    tangents.push_back(glm::normalize(after - before));
  }
  return tangents;
}

Frame3 frame_along(const glm::vec3& tangent, const glm::vec3& reference) {
  const glm::vec3 normal = glm::normalize(reference - tangent * glm::dot(reference, tangent));
  return {tangent, normal, glm::cross(tangent, normal)};
}

/// Frames that turn as little as possible; on a closed curve what is left over is spread evenly.
std::vector<Frame3> carried_frames(const std::vector<glm::vec3>& tangents, bool closed) {
  std::vector<Frame3> frames{frame_along(tangents[0], any_perpendicular(tangents[0]))};
  for (std::size_t i = 1; i < tangents.size(); ++i) frames.push_back(frame_along(tangents[i], frames.back().normal));
  if (!closed) return frames;
  const float twist = std::atan2(glm::dot(frames.back().normal, frames.front().binormal),
                                 glm::dot(frames.back().normal, frames.front().normal));
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float turn = -twist * static_cast<float>(i) / static_cast<float>(frames.size() - 1);
    frames[i] = frame_along(frames[i].tangent, std::cos(turn) * frames[i].normal + std::sin(turn) * frames[i].binormal);
  }
  return frames;
}

/// 1 along an open curve, falling to 0 at both ends like a half ball.
float taper(float distance_to_end, float cap) {
  const float x = 1.0f - std::min(1.0f, distance_to_end / cap);
  return std::sqrt(std::max(0.0f, 1.0f - x * x));
}

}  // namespace

Surface revolve(std::span<const glm::vec2> profile, float edge, const std::function<float(float, float)>& scale) {
  const std::vector<glm::vec2> points = even_points(spline(profile), row_height * edge, 3);
  Surface surface;
  std::vector<Ring> rings;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool pole = i == 0 || i + 1 == points.size();
    const glm::vec2 point = pole ? glm::vec2(0.0f, points[i].y) : glm::max(points[i], glm::vec2(1e-4f, -1e9f));
    const float along = static_cast<float>(i) / static_cast<float>(points.size() - 1);
    rings.push_back(add_ring(surface, point, along, static_cast<std::uint32_t>(i), edge, scale));
    if (i > 0) stitch(surface, rings[i], rings[i - 1]);
  }
  return surface;
}

Surface sphere(float radius, float edge) {
  std::vector<glm::vec2> half_circle;
  constexpr int pieces = 16;
  for (int i = 0; i <= pieces; ++i) {
    const float angle = glm::pi<float>() * (static_cast<float>(i) / pieces - 0.5f);
    half_circle.push_back(radius * glm::vec2(std::cos(angle), std::sin(angle)));
  }
  return revolve(half_circle, edge);
}

Surface sweep(const std::function<glm::vec3(float)>& curve, bool closed, const Section& section, float edge,
              const std::function<glm::vec3(float)>& reference) {
  constexpr int samples = 2000;
  std::vector<glm::vec3> fine;
  for (int i = 0; i <= samples; ++i) fine.push_back(curve(static_cast<float>(i) / samples));
  if (closed) fine.back() = fine.front();
  const std::vector<glm::vec3> points = even_points(fine, row_height * edge, 8);
  const std::vector<glm::vec3> tangents = tangents_of(points, closed);
  std::vector<Frame3> frames = carried_frames(tangents, closed);

  Surface surface;
  std::vector<Ring> rings;
  const std::size_t rows = closed ? points.size() - 1 : points.size();
  const float last = static_cast<float>(points.size() - 1), step = glm::distance(points[0], points[1]);
  const float around = glm::pi<float>() * (section.across + section.thick);
  const std::uint32_t columns = steps_for(around, edge, 8);
  for (std::size_t i = 0; i < rows; ++i) {
    const float row = static_cast<float>(i);
    if (reference) frames[i] = frame_along(tangents[i], reference(row / last));
    const bool pole = !closed && (i == 0 || i + 1 == rows);
    const float size = closed ? 1.0f : taper(std::min(row, last - row) * step, section.across);
    Ring ring{.first = static_cast<std::uint32_t>(surface.positions.size()), .count = pole ? 1 : columns};
    // Rows of a flat section are not offset: its two edges would be zigzag lines.
    ring.shift = i % 2 == 0 || pole || section.thick < 0.5f * section.across ? 0.0f : 0.5f;
    for (std::uint32_t k = 0; k < ring.count; ++k) {
      const float angle = two_pi * ring.angle(k);
      const glm::vec3 offset =
          section.across * std::cos(angle) * frames[i].normal + section.thick * std::sin(angle) * frames[i].binormal;
      surface.positions.push_back(pole ? points[i] : points[i] + size * offset);
      surface.along.push_back(row / last);
    }
    rings.push_back(ring);
    if (i > 0) stitch(surface, rings[i], rings[i - 1]);
  }
  if (closed) stitch(surface, rings.front(), rings.back());
  return surface;
}

Surface pane(const glm::vec3& size, float edge) {
  Surface surface;
  for (int axis = 0; axis < 3; ++axis) {
    for (const float side : {-0.5f, 0.5f}) {
      const int u = (axis + 1) % 3, v = (axis + 2) % 3;
      const std::uint32_t columns = steps_for(size[u], edge, 1), rows = steps_for(size[v], edge, 1);
      const std::uint32_t first = static_cast<std::uint32_t>(surface.positions.size());
      for (std::uint32_t j = 0; j <= rows; ++j) {
        for (std::uint32_t i = 0; i <= columns; ++i) {
          glm::vec3 unit(side);
          unit[u] = static_cast<float>(i) / static_cast<float>(columns) - 0.5f;
          unit[v] = static_cast<float>(j) / static_cast<float>(rows) - 0.5f;
          surface.positions.push_back(unit * size);
          surface.along.push_back(unit.y + 0.5f);
        }
      }
      for (std::uint32_t j = 0; j < rows; ++j) {
        for (std::uint32_t i = 0; i < columns; ++i) {
          const std::uint32_t a = first + j * (columns + 1) + i, b = a + 1, c = a + columns + 1, d = c + 1;
          // Diagonals alternate, so that no direction is favoured.
          const bool rising = (i + j) % 2 == 0;
          std::uint32_t corners[6] = {a, b, rising ? d : c, rising ? a : b, d, c};
          if (side < 0.0f) {
            std::swap(corners[1], corners[2]);
            std::swap(corners[4], corners[5]);
          }
          surface.triangles.insert(surface.triangles.end(), std::begin(corners), std::end(corners));
        }
      }
    }
  }
  return surface;
}

void transform(Surface& surface, const glm::mat4& matrix) {
  for (glm::vec3& p : surface.positions) p = glm::vec3(matrix * glm::vec4(p, 1.0f));
}

}  // namespace farfirst::app
