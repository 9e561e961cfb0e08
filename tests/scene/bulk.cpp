// The bulk of a model, and that scenes open as if few and far elements were absent.

#include "scene/bulk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "camera/opening.h"

namespace farfirst::app {
namespace {

constexpr std::size_t many = 20'000;

/// Spread evenly over a box, always the same.
Model cloud(const glm::vec3& size, std::size_t points = many) {
  Model model;
  std::mt19937 engine(7);
  const auto along = [&](float length) { return length * (static_cast<float>(engine() % 10'001) / 10'000 - 0.5f); };
  for (std::size_t i = 0; i < points; ++i) {
    const float x = along(size.x), y = along(size.y), z = along(size.z);
    model.positions.emplace_back(x, y, z);
  }
  compute_bounds(model);
  return model;
}

/// One point in `part` is at another place instead.
Model with_stray_points(Model model, const glm::vec3& place, std::size_t part = 1000) {
  for (std::size_t i = 3; i < model.positions.size(); i += part)
    model.positions[i] = place * (1 + static_cast<float>(i % 7) / 50);
  compute_bounds(model);
  return model;
}

void add_triangle(Model& model, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c) {
  for (const glm::vec3& corner : {a, b, c}) {
    model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
    model.positions.push_back(corner);
  }
}

void add_square(Model& model, const glm::vec3& corner, const glm::vec3& along, const glm::vec3& across) {
  add_triangle(model, corner, corner + along, corner + along + across);
  add_triangle(model, corner, corner + along + across, corner + across);
}

/// The six walls of a room, in squares.
Model room(const glm::vec3& size, int squares) {
  Model model;
  for (int axis = 0; axis < 3; ++axis) {
    glm::vec3 along(0), across(0), out(0);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    along[u] = size[u] / static_cast<float>(squares);
    across[v] = size[v] / static_cast<float>(squares);
    out[axis] = size[axis];
    for (int y = 0; y < squares; ++y)
      for (int x = 0; x < squares; ++x)
        for (const float end : {0.0f, 1.0f})
          add_square(model, -0.5f * size + end * out + static_cast<float>(x) * along + static_cast<float>(y) * across,
                     along, across);
  }
  compute_bounds(model);
  return model;
}

Model with_triangle(Model model, const glm::vec3& at, const glm::vec3& far) {
  add_triangle(model, at, at + glm::vec3(0, 1, 0), far);
  compute_bounds(model);
  return model;
}

void expect_same(const Bounds& box, const Bounds& expected) {
  EXPECT_EQ(box.minimum, expected.minimum);
  EXPECT_EQ(box.maximum, expected.maximum);
}
void expect_whole(const Model& model) { expect_same(model.bounds.bulk, model.bounds); }

// ---- Points

TEST(Bulk, ACloudWithoutStrayPointsIsWhole) {
  expect_whole(cloud({1, 2, 3}));
  expect_whole(cloud({1, 0, 1}));
  expect_whole(cloud({5, 0, 0}));
  expect_whole(cloud({0, 0, 0}));
  expect_whole(Model{});
}

TEST(Bulk, StrayPointsAreLeftOut) {
  for (const glm::vec3 place : {glm::vec3(9, 0, 0), glm::vec3(0, -5, 0), glm::vec3(-40, 30, 1000)}) {
    const Bounds bulk = with_stray_points(cloud({1, 2, 3}), place).bounds.bulk;
    for (int axis = 0; axis < 3; ++axis) {
      const float half = 0.5f * static_cast<float>(axis + 1);
      EXPECT_NEAR(bulk.minimum[axis], -half, 0.2f);
      EXPECT_NEAR(bulk.maximum[axis], half, 0.2f);
    }
  }
}

TEST(Bulk, ManyPointsAreNoStrayPoints) { expect_whole(with_stray_points(cloud({1, 2, 3}), {9, 0, 0}, 50)); }

TEST(Bulk, OfFewPointsThoseCountThatAreInSight) {
  expect_whole(with_stray_points(cloud({1, 2, 3}, 190), {30, 0, 0}, 189));
}

TEST(Bulk, APointInFiveMayBeOutOfSight) {
  const Model alone = cloud({1, 2, 3}, 8);
  Model model = alone;
  model.positions.emplace_back(0, 0, 900);
  model.positions.emplace_back(5e7f, 0, 0);
  compute_bounds(model);
  expect_same(model.bounds.bulk, alone.bounds);
  EXPECT_EQ(model.bounds.maximum, glm::vec3(5e7f, alone.bounds.maximum.y, 900));
  for (int i = 0; i < 3; ++i) model.positions.emplace_back(5e7f, 1, 0);
  compute_bounds(model);
  expect_whole(model);
}

TEST(Bulk, ATowerInAPlainStays) { expect_whole(with_stray_points(cloud({10, 0.1f, 10}), {0, 1.5f, 0})); }

TEST(Bulk, PositionsThatAreNotFiniteDoNotCount) {
  expect_whole(with_stray_points(cloud({1, 2, 3}), {NAN, INFINITY, -INFINITY}, 3));
}

TEST(Bulk, OfParticlesIsThatOfTheirPlaces) {
  std::vector<glm::vec4> places;
  Bounds all, near;
  for (const glm::vec3& place : cloud({1, 2, 3}, 400).positions) {
    places.emplace_back(place, 0.1f);
    near.add(place);
  }
  all = near;
  places.emplace_back(0, -50'000, 0, 0.1f);
  all.add(glm::vec3(0, -50'000, 0));
  places.emplace_back(NAN, 0, 0, 0);
  expect_same(bulk_of(places, all), near);
}

// ---- Triangles

TEST(Bulk, AFarTriangleOfAMeshIsLeftOut) {
  for (const int squares : {1, 20})
    for (const float far : {100.0f, 500.0f, 5e4f, 1e7f})
      for (const glm::vec3& way : {glm::vec3(1, 0, 0), glm::vec3(-1, -1, 1), glm::vec3(0, 0, -1)}) {
        const Model alone = room({2, 2, 2}, squares);
        const Model model = with_triangle(alone, far * way, far * way + glm::vec3(1, 0, 1));
        expect_same(model.bounds.bulk, alone.bounds);
      }
}

TEST(Bulk, ATriangleThatReachesOutOfSightIsLeftOut) {
  const Model alone = room({2, 2, 2}, 20);
  expect_same(with_triangle(alone, {0, 0, 0}, {5e4f, 0, 0}).bounds.bulk, alone.bounds);
}

TEST(Bulk, VerticesThatNoTriangleUsesDoNotCount) {
  Model model = room({2, 2, 2}, 3);
  const Bounds alone = model.bounds;
  model.positions.emplace_back(3, 0, 0);
  model.positions.emplace_back(0, 4000, 0);
  compute_bounds(model);
  expect_same(model.bounds.bulk, alone);
  EXPECT_EQ(model.bounds.maximum, glm::vec3(3, 4000, 1));
}

TEST(Bulk, WhatIsLongOrLargeInAMeshStays) {
  const Model house = room({2, 2, 2}, 20);
  expect_whole(with_triangle(house, {0, 0, 0}, {0, 25, 0}));  // a mast
  for (const float ground : {20.0f, 400.0f}) {
    Model model = house;
    add_square(model, {-0.5f * ground, -1, -0.5f * ground}, {ground, 0, 0}, {0, 0, ground});
    compute_bounds(model);
    expect_whole(model);
  }
  Model plain;  // a tower in it
  for (int x = 0; x < 100; ++x)
    for (int z = 0; z < 100; ++z) add_square(plain, {x, 0, z}, {1, 0, 0}, {0, 0, 1});
  expect_whole(with_triangle(plain, {50, 0, 50}, {50, 300, 50}));
}

TEST(Bulk, SeveralLikeOnesStayHoweverFarApart) {
  Model model = room({2, 2, 2}, 3);
  const Model other = room({2, 2, 2}, 2);
  for (const std::uint32_t corner : other.triangles) {
    model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
    model.positions.push_back(other.positions[corner] + glm::vec3(0, 0, 3000));
  }
  compute_bounds(model);
  expect_whole(model);
}

TEST(Bulk, TrianglesWithoutAFinitePlaceDoNotCount) {
  const Model alone = room({2, 2, 2}, 3);
  expect_same(with_triangle(alone, {NAN, 0, 0}, {INFINITY, 0, 0}).bounds.bulk, alone.bounds);
  Model none;
  add_triangle(none, {0, 0, 0}, {1, 0, 0}, {NAN, 0, 0});
  compute_bounds(none);
  expect_whole(none);
}

// ---- How scenes open

Camera opened(Model model) {
  CameraRequest request;
  request.direction = glm::vec3(0, 0, -1);
  return opening_camera(scene_of_file("a.ply", std::move(model)), 1.5f, request);
}

float opacity_of(Model model) { return opening_opacity(scene_of_file("a.ply", std::move(model)), {}, {}); }

TEST(Bulk, ACloudOpensAsLargeAsWithoutItsStrayPoints) {
  const Model strayed = with_stray_points(cloud({1, 2, 3}), {0, 0, -60});
  const Camera alone = opened(cloud({1, 2, 3})), camera = opened(strayed);
  EXPECT_NEAR(glm::length(camera.eye - alone.eye), 0, 0.3f);
  EXPECT_NEAR(glm::length(camera.focus - alone.focus), 0, 0.3f);
}

TEST(Bulk, AMeshOpensAsWithoutItsFarTriangle) {
  const Model alone = room({2, 2, 2}, 20);
  for (const float far : {500.0f, 5e4f, 1e7f}) {
    const Model model = with_triangle(alone, {far, 0, 0}, {far, 0, 1});
    EXPECT_EQ(opened(model), opened(alone)) << far;
    EXPECT_FLOAT_EQ(opacity_of(model), opacity_of(alone)) << far;
  }
}

TEST(Bulk, AMeshOpensAsWithoutTheVerticesThatNoTriangleUses) {
  Model alone;  // one corner of its box is empty
  add_triangle(alone, {0, 0, 0}, {4, 0, 0}, {0, 4, 0});
  compute_bounds(alone);
  Model model = alone;
  model.positions.emplace_back(4, 4, 0);
  model.positions.emplace_back(400, 0, 0);
  compute_bounds(model);
  EXPECT_EQ(opened(model), opened(alone));
  EXPECT_FLOAT_EQ(opacity_of(model), opacity_of(alone));
}

}  // namespace
}  // namespace farfirst::app
