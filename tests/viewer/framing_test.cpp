// What a scene is framed by: all of it, but for stray points of a cloud.

#include "camera/framing.h"

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

void expect_framed_whole(const Model& model) {
  const Bounds framed = framed_bounds(model);
  EXPECT_EQ(framed.minimum, model.bounds.minimum);
  EXPECT_EQ(framed.maximum, model.bounds.maximum);
}

TEST(Framing, ACloudWithoutStrayPointsIsFramedWhole) {
  expect_framed_whole(cloud({1, 2, 3}));
  expect_framed_whole(cloud({1, 0, 1}));
  expect_framed_whole(cloud({5, 0, 0}));
  expect_framed_whole(cloud({0, 0, 0}));
  expect_framed_whole(Model{});
}

TEST(Framing, StrayPointsAreLeftOut) {
  for (const glm::vec3 place : {glm::vec3(9, 0, 0), glm::vec3(0, -5, 0), glm::vec3(-40, 30, 1000)}) {
    const Bounds framed = framed_bounds(with_stray_points(cloud({1, 2, 3}), place));
    for (int axis = 0; axis < 3; ++axis) {
      const float half = 0.5f * static_cast<float>(axis + 1);
      EXPECT_NEAR(framed.minimum[axis], -half, 0.2f);
      EXPECT_NEAR(framed.maximum[axis], half, 0.2f);
    }
  }
}

TEST(Framing, ManyPointsAreNoStrayPoints) { expect_framed_whole(with_stray_points(cloud({1, 2, 3}), {9, 0, 0}, 50)); }

TEST(Framing, FewPointsAreAllFramed) { expect_framed_whole(with_stray_points(cloud({1, 2, 3}, 190), {90, 0, 0}, 189)); }

TEST(Framing, ATowerInAPlainIsFramed) { expect_framed_whole(with_stray_points(cloud({10, 0.1f, 10}), {0, 1.5f, 0})); }

TEST(Framing, AMeshIsFramedWhole) {
  Model mesh = with_stray_points(cloud({1, 2, 3}), {90, 0, 0});
  mesh.triangles = {0, 1, 2};
  expect_framed_whole(mesh);
}

TEST(Framing, PositionsThatAreNotFiniteDoNotCount) {
  Model model = with_stray_points(cloud({1, 2, 3}), {NAN, INFINITY, -INFINITY}, 3);
  expect_framed_whole(model);
}

Camera opened(Model model) {
  CameraRequest request;
  request.direction = glm::vec3(0, 0, -1);
  return opening_camera(scene_of_file("a.ply", std::move(model)), 1.5f, request);
}

TEST(Framing, ACloudOpensAsLargeAsWithoutItsStrayPointsAndNothingIsClipped) {
  const Model strayed = with_stray_points(cloud({1, 2, 3}), {0, 0, -60});
  const Camera alone = opened(cloud({1, 2, 3})), camera = opened(strayed);
  EXPECT_NEAR(glm::length(camera.eye - alone.eye), 0, 0.3f);
  EXPECT_NEAR(glm::length(camera.focus - alone.focus), 0, 0.3f);
  for (const glm::vec3& position : strayed.positions) {
    const float depth = glm::dot(position - camera.eye, camera.direction());
    ASSERT_GE(depth, camera.near_plane);
    ASSERT_LE(depth, camera.far_plane);
  }
}

}  // namespace
}  // namespace farfirst::app
