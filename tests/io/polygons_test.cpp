// Polygons to triangles: the outline is covered once, concave or not.

#include "io/polygons.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace farfirst::app::test {
namespace {

glm::dvec3 area_vector(const Model& model, std::span<const std::uint32_t> corners) {
  glm::dvec3 sum(0.0);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    sum += glm::cross(glm::dvec3(model.positions[corners[i]]),
                      glm::dvec3(model.positions[corners[(i + 1) % corners.size()]]));
  }
  return 0.5 * sum;
}

/// Triangulates all vertices as one polygon and checks: n - 2 triangles, none turned over, and areas that add up.
void expect_covered(Model model) {
  std::vector<std::uint32_t> corners(model.positions.size());
  std::iota(corners.begin(), corners.end(), 0u);
  PolygonCollector(model).add(corners);
  ASSERT_EQ(model.triangle_count(), corners.size() - 2);
  const glm::dvec3 whole = area_vector(model, corners);
  const glm::dvec3 normal = whole / glm::length(whole);
  double sum = 0.0;
  for (std::size_t t = 0; t < model.triangles.size(); t += 3) {
    const double area = glm::dot(area_vector(model, std::span(model.triangles).subspan(t, 3)), normal);
    EXPECT_GE(area, -1e-9 * glm::length(whole)) << "triangle " << t / 3 << " is turned over";
    sum += area;
  }
  EXPECT_NEAR(sum, glm::length(whole), 1e-5 * glm::length(whole));
}

Model outline(std::initializer_list<glm::vec3> points) {
  Model model;
  model.positions = points;
  return model;
}

TEST(Polygons, ConcaveQuadIsCutAtItsReflexCorner) {
  // An arrow head that starts at a wing tip: the fan from there would leave the outline.
  Model model = outline({{2, -1, 0}, {1, 0, 0}, {2, 1, 0}, {0, 0, 0}});
  const std::vector<std::uint32_t> corners = {0, 1, 2, 3};
  PolygonCollector(model).add(corners);
  ASSERT_EQ(model.triangle_count(), 2u);
  for (std::size_t t = 0; t < 6; t += 3) {
    // The reflex corner and the tip opposite to it are in both.
    EXPECT_EQ(std::count(&model.triangles[t], &model.triangles[t] + 3, 1u), 1);
    EXPECT_EQ(std::count(&model.triangles[t], &model.triangles[t] + 3, 3u), 1);
  }
}

TEST(Polygons, ConcaveQuadInEveryRotationAndPlane) {
  const std::vector<glm::vec3> arrow = {{0, 0, 0}, {2, -1, 0}, {1, 0, 0}, {2, 1, 0}};
  for (std::size_t first = 0; first < 4; ++first) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const bool reversed : {false, true}) {
        Model model;
        for (std::size_t i = 0; i < 4; ++i) {
          const glm::vec3 p = arrow[(first + i) % 4];
          model.positions.emplace_back(axis == 0   ? glm::vec3(p.x, p.y, 5.0f)
                                       : axis == 1 ? glm::vec3(5.0f, p.x, p.y)
                                                   : glm::vec3(p.y, 5.0f, p.x));
        }
        if (reversed) std::reverse(model.positions.begin(), model.positions.end());
        SCOPED_TRACE(fmt::format("first {} axis {} reversed {}", first, axis, reversed));
        expect_covered(model);
      }
    }
  }
}

TEST(Polygons, CombAndSpiral) {
  Model comb;
  for (int i = 0; i < 40; ++i) comb.positions.emplace_back(static_cast<float>(i), i % 2 == 0 ? 1.0f : 10.0f, 0.0f);
  comb.positions.emplace_back(39.0f, -1.0f, 0.0f);
  comb.positions.emplace_back(0.0f, -1.0f, 0.0f);
  expect_covered(comb);
  Model spiral;
  for (int i = 0; i <= 300; ++i) {
    const float angle = 0.1f * static_cast<float>(i), radius = 1.0f + 0.05f * static_cast<float>(i);
    spiral.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.5f);
  }
  for (int i = 300; i >= 0; --i) {
    const float angle = 0.1f * static_cast<float>(i), radius = 1.1f + 0.05f * static_cast<float>(i);
    spiral.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.5f);
  }
  expect_covered(spiral);
}

TEST(Polygons, RandomStarsInRandomPlanes) {
  constexpr unsigned seed = 99;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> radius(0.2f, 3.0f), real(-1.0f, 1.0f);
  std::uniform_int_distribution<int> corners(5, 60);
  for (int round = 0; round < 200; ++round) {
    const int n = corners(random);
    const glm::vec3 u = glm::normalize(glm::vec3(real(random), real(random), 1.5f));
    const glm::vec3 v = glm::normalize(glm::cross(u, glm::vec3(real(random), 1.5f, real(random))));
    Model model;
    for (int i = 0; i < n; ++i) {
      const float angle = 2.0f * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(n);
      model.positions.push_back(glm::vec3(10.0f) + radius(random) * (std::cos(angle) * u + std::sin(angle) * v));
    }
    SCOPED_TRACE(fmt::format("round {}", round));
    expect_covered(model);
  }
}

TEST(Polygons, ConvexPolygonsAreFans) {
  Model model = outline({{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}});
  const std::vector<std::uint32_t> corners = {0, 1, 2, 3, 4};
  PolygonCollector(model).add(corners);
  EXPECT_EQ(model.triangles, (std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3, 0, 3, 4}));
}

TEST(Polygons, WhatHasNoShapeStillEndsQuicklyAndInRange) {
  constexpr unsigned seed = 5;
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::uniform_int_distribution<std::uint32_t> any(0, 9);
  Model model;
  for (int i = 0; i < 10; ++i) model.positions.emplace_back(static_cast<float>(i % 3), static_cast<float>(i / 3), 0.0f);
  model.positions[7] = glm::vec3(std::nanf(""));
  model.positions[8] = glm::vec3(3e38f);
  PolygonCollector polygons(model);
  std::size_t expected = 0;
  for (const std::size_t size : {4u, 5u, 100u, 3000u, 4096u, 10000u}) {
    std::vector<std::uint32_t> corners(size);
    for (std::uint32_t& corner : corners) corner = any(random);
    polygons.add(corners);
    expected += size - 2;
  }
  polygons.remark();
  EXPECT_EQ(model.triangle_count(), expected);
  for (const std::uint32_t corner : model.triangles) EXPECT_LT(corner, 10u);
  EXPECT_EQ(model.remarks,
            (std::vector<std::string>{"1 polygon has more than 4,096 corners and was cut into a plain fan."}));
}

}  // namespace
}  // namespace farfirst::app::test
