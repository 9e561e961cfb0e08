#include "polygons.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "load.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

/// Ear clipping takes time that grows with the square of the corners, or faster for hostile outlines:
/// larger polygons become fans, and a polygon that needs more than this many times its corners squared is cut anyhow.
constexpr std::size_t largest_clipped = 4096;
constexpr std::uint64_t patience = 4;
constexpr std::uint64_t most_triangles = 0xfffffffeu;  // farfirst/sort.h: an index of all ones is never real

double cross(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

bool inside(const glm::dvec2& p, const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
  return cross(a, b, p) >= 0.0 && cross(b, c, p) >= 0.0 && cross(c, a, p) >= 0.0;
}

}  // namespace

void PolygonCollector::add(std::span<const std::uint32_t> corners) {
  ++added_;
  if (corners.size() == 3) {
    push(corners[0], corners[1], corners[2]);
  } else if (corners.size() > 3) {
    add_polygon(corners);
  } else {
    ++too_few_;
  }
}

void PolygonCollector::expect(std::uint64_t faces) {
  expected_ = faces;
  if (faces > most_triangles) throw FileError({"{} faces are more than can be drawn ({})", faces, most_triangles});
  model_.triangles.reserve(3 * faces);
}

void PolygonCollector::remark() const {
  if (too_few_ > 0) {
    model_.remarks.push_back(fmt::format("{} fewer than three corners and {} left out.",
                                         counted(too_few_, "face has", "faces have"), too_few_ == 1 ? "was" : "were"));
  }
  if (too_many_ > 0) {
    model_.remarks.push_back(fmt::format("{} more than {} corners and {} cut into a plain fan.",
                                         counted(too_many_, "polygon has", "polygons have"),
                                         with_thousands(largest_clipped), too_many_ == 1 ? "was" : "were"));
  }
}

void PolygonCollector::make_room(std::size_t triangles) {
  std::vector<std::uint32_t>& out = model_.triangles;
  const std::size_t needed = out.size() + 3 * triangles;
  if (needed <= out.capacity()) return;
  if (needed / 3 > most_triangles) throw FileError({"more than {} triangles", most_triangles});
  // Guess the whole from the part: a copy of the array while it grows should happen once, and early.
  const double share = expected_ > added_ ? static_cast<double>(expected_) / static_cast<double>(added_) : 1.0;
  const double guess = static_cast<double>(needed) * std::min(share * 1.02, 4.0);
  out.reserve(std::max(static_cast<std::size_t>(guess), needed + needed / 4 + 96));
}

void PolygonCollector::push(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  make_room(1);
  model_.triangles.push_back(a);
  model_.triangles.push_back(b);
  model_.triangles.push_back(c);
}

void PolygonCollector::add_triangles(std::span<const std::uint32_t> corners) {
  added_ += corners.size() / 3;
  make_room(corners.size() / 3);
  model_.triangles.insert(model_.triangles.end(), corners.begin(), corners.end());
}

void PolygonCollector::fan(std::span<const std::uint32_t> corners) {
  for (std::size_t i = 2; i < corners.size(); ++i) push(corners[0], corners[i - 1], corners[i]);
}

void PolygonCollector::add_polygon(std::span<const std::uint32_t> corners) {
  if (corners.size() > largest_clipped) {
    ++too_many_;
    fan(corners);
  } else if (!project(corners) || is_convex()) {
    fan(corners);
  } else {
    clip_ears(corners);
  }
}

/// Projects to the coordinate plane that the polygon faces most, counter-clockwise. False if it has no
/// area.
bool PolygonCollector::project(std::span<const std::uint32_t> corners) {
  // Newell's normal (Sutherland, Sproull and Schumacker, 1974): right for polygons that are not quite flat.
  const glm::dvec3 base(model_.positions[corners[0]]);
  glm::dvec3 normal(0.0);
  glm::dvec3 previous = glm::dvec3(model_.positions[corners.back()]) - base;
  for (const std::uint32_t corner : corners) {
    const glm::dvec3 point = glm::dvec3(model_.positions[corner]) - base;
    normal += glm::cross(previous, point);
    previous = point;
  }
  const glm::dvec3 size = glm::abs(normal);
  const double largest = std::max({size.x, size.y, size.z});
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  const int drop = size.x == largest ? 0 : size.y == largest ? 1 : 2;
  const int u = (drop + 1) % 3, v = (drop + 2) % 3;
  const double turn = normal[drop] < 0.0 ? -1.0 : 1.0;
  flat_.clear();
  for (const std::uint32_t corner : corners) {
    const glm::dvec3 point = glm::dvec3(model_.positions[corner]) - base;
    flat_.emplace_back(point[u], turn * point[v]);
  }
  return true;
}

/// Turns left at every corner. (An outline that winds twice round does so too; its fan is as good as anything.)
bool PolygonCollector::is_convex() const {
  const std::size_t n = flat_.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (cross(flat_[i], flat_[(i + 1) % n], flat_[(i + 2) % n]) < 0.0) return false;
  }
  return true;
}

/// Ear clipping (Meisters, Polygons have ears, 1975): cut off corners whose triangle holds no other corner.
void PolygonCollector::clip_ears(std::span<const std::uint32_t> corners) {
  left_.resize(corners.size());
  for (std::uint32_t i = 0; i < left_.size(); ++i) left_[i] = i;

  std::uint64_t work = 0;
  const std::uint64_t most_work = patience * corners.size() * corners.size();
  const auto is_ear = [&](std::size_t at) {
    const std::size_t n = left_.size();
    const glm::dvec2 &a = flat_[left_[(at + n - 1) % n]], &b = flat_[left_[at]], &c = flat_[left_[(at + 1) % n]];
    if (cross(a, b, c) <= 0.0) return false;
    work += n;
    return std::none_of(left_.begin(), left_.end(), [&](std::uint32_t other) {
      const glm::dvec2& p = flat_[other];
      return p != a && p != b && p != c && inside(p, a, b, c);
    });
  };

  std::size_t at = 0, misses = 0;
  while (left_.size() > 3) {
    const std::size_t n = left_.size();
    at %= n;
    // A crossing or degenerate outline may run out of ears; then any corner goes, so that every corner stays covered.
    if (misses < n && work < most_work && !is_ear(at)) {
      ++at;
      ++misses;
      continue;
    }
    push(corners[left_[(at + n - 1) % n]], corners[left_[at]], corners[left_[(at + 1) % n]]);
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(at));
    misses = 0;
  }
  push(corners[left_[0]], corners[left_[1]], corners[left_[2]]);
}

}  // namespace farfirst::app
