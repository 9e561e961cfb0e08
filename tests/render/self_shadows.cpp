// Self-shadows: the light that reaches particles, and that every renderer draws them.

#include "render/self_shadows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "gpu_scenes.h"
#include "object/buffer.h"
#include "render/elements.h"
#include "render/light_plane.h"
#include "render/shadow_compute.h"
#include "scene/particles.h"
#include "scene/scene.h"

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

/// The remaining light of each particle.
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

const double ambient = Look().ambient;

TEST(SelfShadows, LeaveAsMuchLightAsIsAmbient) {
  Cloud cloud;
  cloud.add({0, -1, 0}, 0.3f, 255);
  cloud.add({0, 1, 0}, 0.3f, 255);
  SelfShadows shadows;
  Look look = lit_from({0, 3, 0});
  for (const float part : {0.0f, 0.5f, 1.0f}) {
    look.ambient = part;
    const auto lit = shadows.lit(1, cloud.elements(), cloud.vertices, cloud.colors, look);
    EXPECT_NEAR(linear((lit[0] & 255) / 255.0) / linear((cloud.colors[0] & 255) / 255.0), part + (1 - part) * 0.01,
                0.02);
  }
}

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

/// Light falls off as in a homogeneous medium.
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

TEST(SelfShadows, AreComputedAgainForAnotherCauseAlone) {
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

struct ComputedShadows : testing::Test {
  HeadlessContext context;
  const GladGLContext& gl = context.gl();
  GpuContext gpu{gl, HeadlessContext::proc()};
  std::optional<ShadowCompute> shadows;
  gl::Buffer lit_colors;

  /// By the shaders; empty slots keep their colours.
  std::vector<std::uint32_t> lit(const Cloud& cloud, const Look& look, std::uint64_t version = 1) {
    const gl::Buffer vertices(gl, cloud.vertices.size() * sizeof(StoredVertex), cloud.vertices.data());
    const gl::Buffer colors(gl, cloud.colors.size() * sizeof(std::uint32_t), cloud.colors.data());
    if (!shadows) {
      shadows.emplace(gpu);
      lit_colors = gl::Buffer(gl, colors.bytes());
    }
    shadows->light({.vertices = view_of(ElementArray::vertex, vertices, 4),
                    .colors = view_of(ElementArray::color, colors, 1),
                    .lit = view_of(ElementArray::color, lit_colors, 1),
                    .count = static_cast<std::uint32_t>(cloud.vertices.size()),
                    .version = version,
                    .bulk = cloud.bounds},
                   look);
    std::vector<std::uint32_t> result(cloud.vertices.size());
    gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl.GetNamedBufferSubData(lit_colors.name(), 0, static_cast<GLsizeiptr>(colors.bytes()), result.data());
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!std::isfinite(cloud.positions[i].x)) result[i] = cloud.colors[i];
    return result;
  }
  /// Shares of channels that differ by more than this from the CPU's.
  double differing(const Cloud& cloud, const Look& look, int tolerance) {
    SelfShadows reference;
    const auto expected = reference.lit(1, cloud.elements(), cloud.vertices, cloud.colors, look);
    const std::vector<std::uint32_t> computed = lit(cloud, look);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < computed.size(); ++i)
      for (int shift = 0; shift < 32; shift += 8)
        wrong += std::abs(static_cast<int>(computed[i] >> shift & 255) - static_cast<int>(expected[i] >> shift & 255)) >
                 tolerance;
    return static_cast<double>(wrong) / static_cast<double>(4 * computed.size());
  }
};

Cloud any_cloud(int count, float radius, unsigned alpha, int dead) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> any(-1, 1);
  Cloud cloud;
  for (int i = 0; i < count; ++i) {
    const glm::vec3 place(any(random), any(random), any(random));
    const bool is_dead = static_cast<int>(random() % 100) < dead;
    cloud.add(is_dead ? glm::vec3(nan) : place, radius * (1.1f + any(random)), alpha,
              30 + static_cast<unsigned>(random() % 220));
  }
  return cloud;
}

TEST_F(ComputedShadows, AreThoseOfTheProcessor) {
  struct {
    int count;
    float radius;
    unsigned alpha;
    int dead;  // percent
  } const cases[] = {{1, 0.1f, 255, 0},      {5, 0.3f, 128, 0},   {64, 0.2f, 200, 0},   {65, 0.2f, 200, 0},
                     {255, 0.2f, 90, 0},     {257, 0.2f, 90, 10}, {4000, 0.05f, 60, 0}, {4000, 0.05f, 60, 60},
                     {9000, 0.002f, 255, 3}, {700, 0.6f, 20, 50}, {300, 0.1f, 255, 99}};
  for (const auto& [count, radius, alpha, dead] : cases) {
    const Cloud cloud = any_cloud(count, radius, alpha, dead);
    shadows.reset();
    EXPECT_LT(differing(cloud, lit_from({0.3f, 1, -0.2f}), 1), 0.01) << count << " of " << radius << ", " << alpha;
  }
}

TEST_F(ComputedShadows, OfNoneOrOfTheDeadAlone) {
  Cloud cloud;
  cloud.bounds.add({0, 0, 0});
  cloud.bounds.add({1, 1, 1});
  for (int i = 0; i < 300; ++i) cloud.add(glm::vec3(nan), 0.1f, 128);
  EXPECT_EQ(lit(cloud, lit_from({0, 1, 0})), cloud.colors);
}

/// All of a slice in one cell: sums of integers do not overflow.
TEST_F(ComputedShadows, OfOpaqueParticlesInOnePlace) {
  Cloud cloud;
  for (int i = 0; i < 5000; ++i) cloud.add({0, -0.0001f * static_cast<float>(i), 0}, 0.5f, 255);
  cloud.bounds.add({-1, -1, -1});
  cloud.bounds.add({1, 1, 1});
  EXPECT_LT(differing(cloud, lit_from({0, 1, 0}), 1), 0.01);
}

TEST_F(ComputedShadows, AreTheSameBitsAgainAndComputedAgainForAnotherCauseAlone) {
  const Cloud cloud = any_cloud(3000, 0.1f, 60, 0);
  Look look = lit_from({0, 1, 0});
  const std::vector<std::uint32_t> first = lit(cloud, look, 1);
  Cloud others = cloud;
  for (std::uint32_t& color : others.colors) color ^= 0x404040u;
  EXPECT_EQ(lit(others, look, 1), first) << "of the same version, nothing is done";
  EXPECT_NE(lit(others, look, 2), first);
  EXPECT_EQ(lit(cloud, look, 3), first);
  look.opacity = 0.2f;
  EXPECT_NE(lit(cloud, look, 3), first);
  EXPECT_GT(shadows->gpu_bytes(), 3000 * 2 * sizeof(std::uint32_t));
}

class DrawnShadows : public FrameTest {};

TEST_F(DrawnShadows, AreTheSameByEveryRenderer) {
  const Scene scene = built_in_scene("particles", 2000, 1);
  for (int i = 0; i < 90; ++i) scene.objects[0].particles()->step();
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(scene);
  frame.set_paused(true);
  camera.focus = scene.bounds().center();
  camera.eye = camera.focus + glm::vec3(0, 0, 1.5f * scene.bounds().radius());
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
