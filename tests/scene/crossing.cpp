// The scene of intersections holds what its header promises: the two halves are the same but for the size of triangles.

#include "scene/crossing.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace farfirst::app {
namespace {

/// Does the segment from a to b pass through the triangle?
bool passes(const glm::dvec3& a, const glm::dvec3& b, const std::array<glm::dvec3, 3>& t) {
  const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
  const double from = glm::dot(normal, a - t[0]), to = glm::dot(normal, b - t[0]);
  if (!(from * to < 0)) return false;
  const glm::dvec3 at = a + (b - a) * (from / (from - to));
  for (int i = 0; i < 3; ++i)
    if (glm::dot(glm::cross(t[(i + 1) % 3] - t[i], at - t[i]), normal) < 0) return false;
  return true;
}

std::array<glm::dvec3, 3> triangle(const Model& model, std::size_t i) {
  return {model.positions[model.triangles[3 * i]], model.positions[model.triangles[3 * i + 1]],
          model.positions[model.triangles[3 * i + 2]]};
}

TEST(CrossingScene, HasTwelveLargeTrianglesAndTheSameCutSmall) {
  const Model model = make_crossing_scene();
  EXPECT_EQ(model.triangle_count(), 12u + 6u * 2 * 24 * 24);
  EXPECT_EQ(model.colors.size(), model.positions.size());
  EXPECT_EQ(model.normals.size(), model.positions.size());
  EXPECT_NEAR(model.bounds.center().x, 0, 1e-5);
  for (std::size_t i = 0; i < model.triangle_count(); ++i)
    for (const glm::dvec3& corner : triangle(model, i)) EXPECT_EQ(corner.x < 0, i < 12) << i;
}

TEST(CrossingScene, PanesPassThroughEachOther) {
  const Model model = make_crossing_scene();
  for (std::size_t i = 0; i < 6; i += 2) {  // a pane is two triangles
    int through = 0;
    for (std::size_t j = 0; j < 6; ++j) {
      const auto other = triangle(model, j);
      for (std::size_t k = 0; k < 4 && j / 2 != i / 2; ++k) {
        const auto own = triangle(model, i + k / 2);
        through += passes(own[k % 2], own[k % 2 + 1], other) ? 1 : 0;
      }
    }
    EXPECT_GT(through, 0) << i;
  }
}

/// Along z, seen from the front: each over the next, none in front of all.
TEST(CrossingScene, PlanksOverlapInACycle) {
  const Model model = make_crossing_scene();
  const auto depth_at = [&](std::size_t plank, const glm::dvec2& at) {
    double z = -1e9;
    for (std::size_t i = 6 + 2 * plank; i < 8 + 2 * plank; ++i) {
      const auto t = triangle(model, i);
      const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
      const double plane = t[0].z - (normal.x * (at.x - t[0].x) + normal.y * (at.y - t[0].y)) / normal.z;
      if (passes({at, 99}, {at, -99}, t)) z = std::max(z, plane);
    }
    return z;
  };
  std::array<std::array<int, 3>, 3> over{};
  for (double x = -2.2; x < -0.1; x += 0.013) {
    for (double y = -1.8; y < 0.3; y += 0.013) {
      std::array<double, 3> z{depth_at(0, {x, y}), depth_at(1, {x, y}), depth_at(2, {x, y})};
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) over[a][b] += a != b && z[b] > -1e8 && z[a] > z[b] ? 1 : 0;
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t next = (i + 1) % 3;
    EXPECT_GT(over[i][next] + over[next][i], 100) << i;
    EXPECT_TRUE(over[i][next] == 0 || over[next][i] == 0) << i << " passes through the next";
    EXPECT_EQ(over[i][next] > 0, over[0][1] > 0) << "not a cycle";
  }
}

}  // namespace
}  // namespace farfirst::app
