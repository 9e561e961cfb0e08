// Particles in the shadow of others: how much light is left of them, and that every renderer draws them so.

#include "render/self_shadows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "gpu_scenes.h"
#include "render/elements.h"
#include "scene/particles.h"
#include "scene/source.h"

namespace farfirst::app {
namespace {

struct Cloud {
  std::vector<StoredVertex> vertices;
  std::vector<std::uint32_t> colors;
  std::vector<glm::vec3> positions;
  Bounds bounds;

  void add(const glm::vec3& position, float radius, unsigned alpha, unsigned gray = 200) {
    vertices.push_back({position, std::bit_cast<std::uint32_t>(radius)});
    colors.push_back(rgba(gray, gray, gray, alpha));
    positions.push_back(position);
    if (std::isfinite(position.x)) bounds.add(position);
  }
  Elements elements() const {
    Elements result;
    result.positions = positions;
    result.bounds = bounds;
    return result;
  }
};

Look lit_from(const glm::vec3& light) {
  Look look;
  look.opacity = 1;
  look.self_shadows = true;
  look.light = light;
  return look;
}

/// Of each particle: how much of its light is left.
std::vector<double> light_of(const Cloud& cloud, const glm::vec3& light) {
  SelfShadows shadows;
  const auto lit = shadows.lit(1, cloud.elements(), cloud.vertices, cloud.colors, lit_from(light));
  std::vector<double> result;
  for (std::size_t i = 0; i < lit.size(); ++i) {
    EXPECT_EQ(lit[i] >> 24, cloud.colors[i] >> 24) << "opacity stays";
    result.push_back(linear((lit[i] & 255) / 255.0) / linear((cloud.colors[i] & 255) / 255.0));
  }
  return result;
}

constexpr double ambient = SelfShadows::ambient;

TEST(SelfShadows, WhatIsBehindAnotherGetsWhatThatLetsThrough) {
  Cloud cloud;
  cloud.add({0, -1, 0}, 0.3f, 255);
  cloud.add({0, 1, 0}, 0.3f, 128);
  cloud.add({1.5f, -1, 0}, 0.3f, 128);
  cloud.add({-1.5f, 0, 0}, 0.3f, 0);
  cloud.add({nan, 0, 0}, 0.3f, 128);
  const double half = ambient + (1 - ambient) * 0.5, shadow = ambient + (1 - ambient) * 0.01;
  std::vector<double> light = light_of(cloud, {0, 3, 0});
  EXPECT_NEAR(light[0], half, 0.03);
  for (const std::size_t i : {1, 2, 3, 4}) EXPECT_NEAR(light[i], 1, 0.02) << i;
  light = light_of(cloud, {0, -1, 0});
  EXPECT_NEAR(light[1], shadow, 0.03);
  EXPECT_NEAR(light[0], 1, 0.02);
  light = light_of(cloud, {0, 0, 1});
  for (const std::size_t i : {0, 1, 2, 3}) EXPECT_NEAR(light[i], 1, 0.02) << "side by side, " << i;
}

/// Light falls off as it does in a medium that is the same all over.
TEST(SelfShadows, OfACloudFallOffWithDepth) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-1, 1);
  Cloud cloud;
  constexpr int count = 20'000;
  constexpr float radius = 0.06f;
  for (int i = 0; i < count; ++i) cloud.add({any(random), any(random), any(random)}, radius, 26, 255);
  const std::vector<double> light = light_of(cloud, {0, 0, 1});
  // The mean of (1 - r^2)^2 over a disc is a third.
  const double depth = -std::log(1 - 26 / 255.0) * std::numbers::pi * radius * radius / 3 * count / 4;
  std::array<double, 4> sums{}, expected{}, counts{};
  for (int i = 0; i < count; ++i) {
    const glm::vec3& at = cloud.positions[static_cast<std::size_t>(i)];
    if (std::max(std::abs(at.x), std::abs(at.y)) > 0.85f) continue;  // at the sides there is less
    const auto layer = std::min(static_cast<std::size_t>((1 - at.z) * 2), std::size_t{3});
    sums[layer] += light[static_cast<std::size_t>(i)];
    expected[layer] += ambient + (1 - ambient) * std::exp(-depth * (1 - at.z) / 2);
    ++counts[layer];
  }
  for (std::size_t layer = 0; layer < 4; ++layer)
    EXPECT_NEAR(sums[layer] / counts[layer], expected[layer] / counts[layer], 0.04) << layer;
  EXPECT_GT(sums[0] / counts[0], sums[3] / counts[3] + 0.3) << "or nothing is tested";
}

TEST(SelfShadows, AreFoundAnewForAnotherCauseAlone) {
  Cloud cloud;
  for (int i = 0; i < 200; ++i)
    cloud.add({0.01f * static_cast<float>(i % 10), 0.01f * static_cast<float>(i), 0}, 0.1f, 90);
  SelfShadows shadows;
  Look look = lit_from({0, 1, 0});
  const auto find = [&](std::uint64_t version) {
    const auto found = shadows.lit(version, cloud.elements(), cloud.vertices, cloud.colors, look);
    return std::vector(found.begin(), found.end());
  };
  const std::vector<std::uint32_t> first = find(1);
  EXPECT_EQ(find(1), first);
  EXPECT_EQ(shadows.number(), 1u);
  look.opacity = 0.2f;
  EXPECT_NE(find(1), first);
  look = lit_from({0, 2, 0});  // as far as it points, it is the same light
  EXPECT_EQ(find(1), first);
  EXPECT_EQ(shadows.number(), 3u);
  cloud.vertices[199].position.y = cloud.positions[199].y = -1;
  EXPECT_NE(find(2), first);
  EXPECT_GT(shadows.bytes(), 200 * sizeof(std::uint32_t));
}

class DrawnShadows : public FrameTest {};

TEST_F(DrawnShadows, AreTheSameByEveryRenderer) {
  const SceneSource scene = built_in_scene(SceneKind::particles, 2000, 1);
  for (int i = 0; i < 90; ++i) scene.particles->step();
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(scene);
  frame.set_paused(true);
  camera.focus = scene.bounds().center();
  camera.eye = camera.focus + glm::vec3(0, 0, 1.5f * scene.bounds().radius());
  camera.fit_planes(scene.bounds());
  const auto drawn = [&](const char* renderer, bool shadows) {
    look.renderer = renderer;
    look.self_shadows = shadows;
    frame.draw(camera, look, choice, canvas.target(), true);
    return canvas.read();
  };
  const Picture expected = drawn("tiles", true), without = drawn("tiles", false);
  EXPECT_LT(std::accumulate(expected.begin(), expected.end(), 0.0),
            std::accumulate(without.begin(), without.end(), 0.0));
  for (const char* renderer : {"cpu", "exact", "tiles"}) {
    const Picture picture = drawn(renderer, true);
    for (std::size_t i = 0; i < picture.size(); ++i) ASSERT_NEAR(picture[i], expected[i], 2) << renderer << ", " << i;
  }
  EXPECT_EQ(drawn("tiles", false), without) << "the colours are still there";
  look.light = {0, -1, 0};
  EXPECT_NE(drawn("tiles", true), expected);
}

}  // namespace
}  // namespace farfirst::app
