// See points.h.
#include "points.h"

#include <farfirst/keys.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "program/failure.h"

namespace farfirst::bench {

namespace {

using Twister = std::mt19937;
using keys::Point;

float from_minus_one_to_one(Twister& twister) { return static_cast<float>(twister()) * 0x1p-31f - 1.0f; }

Point point_of_cube(Twister& twister) {
  const float x = from_minus_one_to_one(twister), y = from_minus_one_to_one(twister);
  return {x, y, from_minus_one_to_one(twister)};
}

/// Marsaglia: two values of a disc make a point of the sphere. Only +, * and sqrt, which round alike everywhere.
Point point_of_sphere(Twister& twister) {
  for (;;) {
    const float u = from_minus_one_to_one(twister), v = from_minus_one_to_one(twister);
    const float square = u * u + v * v;
    if (square >= 1) continue;
    const float root = 2 * std::sqrt(1 - square);
    return {u * root, v * root, 1 - 2 * square};
  }
}

struct Kind {
  std::string_view name;
  Point (*point)(Twister&);
  float radius;  // of the bounding sphere
  float eye_z;
};
constexpr float cube_radius = 1.7320508f;
constexpr Kind kinds[] = {{"sphere", point_of_sphere, 1.0f, 3.0f},
                          {"cube", point_of_cube, cube_radius, 3.0f},
                          {"inside", point_of_cube, cube_radius, 0.0f},
                          {"far", point_of_cube, cube_radius, 1000.0f}};
constexpr auto names = [] {
  std::array<std::string_view, std::size(kinds)> list;
  for (std::size_t i = 0; i < list.size(); ++i) list[i] = kinds[i].name;
  return list;
}();

}  // namespace

std::span<const std::string_view> point_names() noexcept { return names; }

ViewedGeometry make_points(std::string_view name, std::uint32_t n, std::uint32_t seed) {
  const Kind* kind = std::ranges::find(kinds, name, &Kind::name);
  if (kind == std::end(kinds)) {
    throw Failure(usage, fmt::format("--points: there is no \"{}\"; there are {}", name, fmt::join(names, ", ")));
  }
  Twister twister(seed);
  auto geometry = std::make_shared<Geometry>();
  geometry->positions.reserve(std::size_t{3} * n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const Point point = kind->point(twister);
    geometry->positions.insert(geometry->positions.end(), {point.x, point.y, point.z});
  }
  geometry->bounds = {-1, -1, -1, 1, 1, 1};
  return {.name = std::string(name),
          .geometry = std::move(geometry),
          .radius = kind->radius,
          .default_eye = {0, 0, kind->eye_z}};
}

}  // namespace farfirst::bench
