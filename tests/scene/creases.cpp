// Normals that stay apart at hard edges: the split vertices, and the unchanged ones.
#include "scene/creases.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace farfirst::app {
namespace {

glm::vec3 place(const Model& model, std::size_t corner) { return model.positions[model.triangles[corner]]; }

glm::vec3 face_normal(const Model& model, std::size_t triangle) {
  const glm::vec3 a = place(model, 3 * triangle);
  return glm::normalize(glm::cross(place(model, 3 * triangle + 1) - a, place(model, 3 * triangle + 2) - a));
}

/// Every corner of the triangle has the normal of its face.
bool is_flat(const Model& model, std::size_t triangle) {
  for (std::size_t i = 3 * triangle; i < 3 * triangle + 3; ++i) {
    if (glm::distance(model.normals[model.triangles[i]], face_normal(model, triangle)) > 1e-5f) return false;
  }
  return true;
}

/// A prism over a regular polygon, along y, with lids: two rings of vertices.
Model prism(std::uint32_t sides) {
  Model model;
  for (const float y : {0.0f, 1.0f}) {
    for (std::uint32_t i = 0; i < sides; ++i) {
      const double turn = 2.0 * std::numbers::pi * i / sides;
      model.positions.emplace_back(std::cos(turn), y, -std::sin(turn));
    }
  }
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t a = i, b = (i + 1) % sides;
    for (const std::uint32_t corner : {a, b, sides + b, a, sides + b, sides + a}) model.triangles.push_back(corner);
  }
  for (std::uint32_t i = 1; i + 1 < sides; ++i) {
    for (const std::uint32_t corner : {0u, i + 1, i, sides, sides + i, sides + i + 1})
      model.triangles.push_back(corner);
  }
  return model;
}

/// z = height(x, y) over a square of cells.
template <class Height>
Model grid(std::uint32_t cells, const Height& height) {
  Model model;
  for (std::uint32_t y = 0; y <= cells; ++y) {
    for (std::uint32_t x = 0; x <= cells; ++x) {
      const glm::vec2 at(x, y);
      model.positions.emplace_back(at, height(at.x, at.y));
    }
  }
  for (std::uint32_t y = 0; y < cells; ++y) {
    for (std::uint32_t x = 0; x < cells; ++x) {
      const std::uint32_t a = y * (cells + 1) + x, b = a + 1, c = a + cells + 1, d = c + 1;
      for (const std::uint32_t corner : {a, b, d, a, d, c}) model.triangles.push_back(corner);
    }
  }
  return model;
}

TEST(Creases, TheSidesOfACubeAreFlat) {
  Model model = prism(4);
  model.colors = {1, 2, 3, 4, 5, 6, 7, 8};
  const Model before = model;
  compute_creased_normals(model);
  ASSERT_EQ(model.triangles.size(), before.triangles.size());
  for (std::size_t i = 0; i < model.triangles.size(); ++i) {
    EXPECT_EQ(place(model, i), place(before, i)) << "corner " << i;
    EXPECT_EQ(model.colors[model.triangles[i]], before.colors[before.triangles[i]]) << "corner " << i;
  }
  for (std::size_t t = 0; t < model.triangle_count(); ++t) EXPECT_TRUE(is_flat(model, t)) << "triangle " << t;
  EXPECT_EQ(model.positions.size(), 24u);
  EXPECT_EQ(model.normals.size(), 24u);
  EXPECT_EQ(model.colors.size(), 24u);
  EXPECT_EQ(model.copies, 16u);
  ASSERT_EQ(model.points().size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(model.points()[i], before.positions[i]);
}

TEST(Creases, FortyDegreesDecide) {
  // 45 degrees from side to side: each vertex has two sides and a lid. 36 and 30 degrees: the wall is one side.
  for (const auto& [sides, of_a_vertex] : {std::pair{8u, 3u}, {9u, 2u}, {10u, 2u}, {12u, 2u}, {60u, 2u}}) {
    Model model = prism(sides);
    compute_creased_normals(model);
    EXPECT_EQ(model.positions.size(), std::size_t{2} * sides * of_a_vertex) << sides;
    EXPECT_EQ(is_flat(model, 0), of_a_vertex == 3) << sides;
    EXPECT_TRUE(is_flat(model, 2 * sides)) << "the lid of " << sides;
  }
}

TEST(Creases, ASmoothSurfaceStaysAsItIs) {
  Model model = grid(30, [](float x, float y) { return 3.0f * std::sin(0.2f * x) * std::cos(0.15f * y); });
  Model smooth = model;
  compute_normals(smooth);
  compute_creased_normals(model);
  EXPECT_EQ(model.copies, 0u);
  EXPECT_EQ(model.triangles, smooth.triangles);
  EXPECT_EQ(model.normals, smooth.normals);
}

// A crease that ends within the surface leaves the ring of faces at its end in one piece.
TEST(Creases, TheEndOfACreaseIsNotSplit) {
  constexpr std::uint32_t faces = 32;
  Model model;
  model.positions.emplace_back(0.0f);
  for (std::uint32_t i = 0; i < faces; ++i) {
    const double turn = 2.0 * std::numbers::pi * i / faces;
    model.positions.emplace_back(std::cos(turn), std::sin(turn), std::sin(turn / 2));
    model.triangles.insert(model.triangles.end(), {0u, i + 1, (i + 1) % faces + 1});
  }
  EXPECT_LT(glm::dot(face_normal(model, 0), face_normal(model, faces - 1)), std::cos(glm::radians(45.0f)));
  compute_creased_normals(model);
  for (std::size_t i = 0; i < model.triangles.size(); i += 3) EXPECT_EQ(model.triangles[i], 0u) << i;
  EXPECT_EQ(model.copies, 1u);  // at the rim, where the crease begins
}

TEST(Creases, TheNoiseOfAScanSplitsFewVertices) {
  std::mt19937 random(7);
  std::normal_distribution<float> noise(0.0f, 0.15f);
  Model model = grid(200, [&](float, float) { return noise(random); });
  std::size_t steep = 0;  // edges within cells whose faces differ by more than the angle of a crease
  for (std::size_t t = 0; t < model.triangle_count(); t += 2) {
    steep += glm::dot(face_normal(model, t), face_normal(model, t + 1)) < std::cos(glm::radians(40.0f)) ? 1 : 0;
  }
  EXPECT_GT(steep, 500u);
  const std::size_t vertices = model.positions.size();
  compute_creased_normals(model);
  EXPECT_LT(model.copies, vertices / 30);
}

/// A box of these half sides.
Model box(const glm::vec3& half) {
  Model model = prism(4);
  for (glm::vec3& p : model.positions) p = half * glm::vec3(p.x - p.z, 2.0f * p.y - 1.0f, p.x + p.z);
  return model;
}

TEST(Creases, TheWallsOfAThinPlateAreFlat) {
  for (const glm::vec3& half : {glm::vec3(1, 0.001f, 1), glm::vec3(0.001f, 1, 1), glm::vec3(0.01f, 0.001f, 1)}) {
    Model model = box(half);
    compute_creased_normals(model);
    for (std::size_t t = 0; t < model.triangle_count(); ++t) EXPECT_TRUE(is_flat(model, t)) << t;
  }
}

// A sliver that stands across a surface, as scans have them that were reduced, does not split it.
TEST(Creases, ALoneSliverHasNoSideOfItsOwn) {
  Model model;
  model.positions = {{0, 0, 0}, {4, 0, 0}, {2, 0.0f, 0.1f}, {2, 3, 0}, {2, -3, 0}};
  model.triangles = {0, 2, 3, 2, 1, 3, 0, 4, 1, 0, 1, 2};
  EXPECT_LT(std::abs(face_normal(model, 3).z), 0.1f);
  compute_creased_normals(model);
  EXPECT_EQ(model.copies, 0u);
}

TEST(Creases, FacesThatTurnTheirBacksHaveTheirOwnNormals) {
  Model model;
  model.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  model.triangles = {0, 1, 2, 2, 1, 0};
  compute_creased_normals(model);
  EXPECT_EQ(model.positions.size(), 6u);
  EXPECT_TRUE(is_flat(model, 0));
  EXPECT_TRUE(is_flat(model, 1));
}

TEST(Creases, FacesWithoutAreaAndPlacesThatAreNotFiniteDoNoHarm) {
  Model model = prism(4);
  const float infinity = std::numeric_limits<float>::infinity();
  model.positions.emplace_back(infinity, 0.0f, 0.0f);
  model.positions.emplace_back(std::nanf(""), 0.0f, 0.0f);
  for (const std::uint32_t corner : {0u, 0u, 1u, 0u, 1u, 8u, 9u, 9u, 9u, 2u, 3u, 9u}) model.triangles.push_back(corner);
  compute_creased_normals(model);
  EXPECT_EQ(model.points().size(), 10u);
  EXPECT_EQ(model.copies, 16u);
  for (std::size_t t = 0; t < 12; ++t) EXPECT_TRUE(is_flat(model, t)) << t;
  for (const glm::vec3& n : model.normals) EXPECT_TRUE(n == glm::vec3(0.0f) || std::abs(glm::length(n) - 1.0f) < 1e-5f);
}

// A vertex may have any number of faces: nothing here may grow with their square.
TEST(Creases, AVertexWithManyFaces) {
  constexpr std::uint32_t faces = 300'000;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> coordinate(-1.0f, 1.0f);
  Model model;
  model.positions.emplace_back(0.0f);
  for (std::uint32_t i = 0; i < 2 * faces; ++i) {
    model.positions.emplace_back(coordinate(random), coordinate(random), coordinate(random));
    if (i % 2 == 1) model.triangles.insert(model.triangles.end(), {0u, i, i + 1});
  }
  for (std::uint32_t i = 1; i < faces; ++i) model.triangles.insert(model.triangles.end(), {0u, 1u, i + 1});
  compute_creased_normals(model);
  EXPECT_GT(model.copies, 10u);
  EXPECT_LT(model.copies, 2 * std::size_t{faces});
}

TEST(Creases, CloudsHaveNone) {
  Model model;
  model.positions = {{0, 0, 0}, {1, 0, 0}};
  compute_creased_normals(model);
  EXPECT_TRUE(model.normals.empty());
}

TEST(Creases, ProgressRisesToNearlyOne) {
  Model model = prism(4);
  std::vector<float> seen;
  compute_creased_normals(model, [&](float part) { seen.push_back(part); });
  ASSERT_GE(seen.size(), 2u);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_GE(seen.front(), 0.0f);
  EXPECT_LE(seen.back(), 1.0f);
}

}  // namespace
}  // namespace farfirst::app
