// Streaks, particles along their way: their length, direction and opacity, by every renderer, and what is left out.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "gpu_scenes.h"
#include "render/cpu/drawing.h"
#include "render/frame_block.h"
#include "render/renderer.h"
#include "scene/particle_sequence.h"
#include "scene/scene.h"

namespace farfirst::app {
namespace {

constexpr int size = 200;

struct Particle {
  glm::vec3 position;
  float radius;
  glm::vec3 velocity;
};

Camera into_minus_z() {
  Camera camera;
  camera.eye = glm::vec3(0.0f);
  camera.focus = glm::vec3(0.0f, 0.0f, -1.0f);
  camera.field_of_view = 90.0f;  // at a depth of 1 a unit is half of the picture
  return camera;
}

Look streaks(float exposure) {
  Look look;
  look.opacity = 1;
  look.fresnel = 0;
  look.background = false;
  look.particle_style = ParticleStyle::streak;
  look.streak = exposure;
  return look;
}

/// The opacity of the pixels where one of them is drawn, by the processor.
std::vector<float> drawn_by_cpu(const Particle& particle, const Look& look) {
  const std::vector<StoredVertex> vertices = {{particle.position, std::bit_cast<std::uint32_t>(particle.radius)}};
  const std::vector<std::uint32_t> colors = {0xFFFFFFFFu}, order = {0};
  const std::vector<glm::vec4> motions = {glm::vec4(particle.velocity, 0)};
  const bool moves = look.particle_style == ParticleStyle::streak;
  const HostArrays arrays{.variant = {.kind = moves ? ElementKind::streak : ElementKind::particle},
                          .vertices = vertices,
                          .colors = colors,
                          .motions = motions};
  const FrameBlock view = frame_block(into_minus_z(), look, Bounds{}, {size, size}, 1.0f);
  std::vector<float> picture(std::size_t{4} * size * size);
  cpu::Drawing drawing(1, cpu::kernels());
  drawing.draw(cpu::draw_input_of(arrays, order, view, 1, {}), std::size_t{1} << 30, picture);
  std::vector<float> alpha;
  for (std::size_t i = 3; i < picture.size(); i += 4) alpha.push_back(picture[i]);
  return alpha;
}

/// Moments of the opacity: its sum, its middle, and its spread along two directions, squared.
struct Moments {
  double sum = 0;
  glm::dvec2 middle{0.0};
  double along = 0, across = 0;
};

Moments moments_of(const std::vector<float>& alpha, const glm::dvec2& direction) {
  Moments result;
  const auto each = [&](auto body) {
    for (int y = 0; y < size; ++y)
      for (int x = 0; x < size; ++x) body(glm::dvec2(x + 0.5, y + 0.5), alpha[static_cast<std::size_t>(y * size + x)]);
  };
  each([&](const glm::dvec2& place, double value) {
    result.sum += value;
    result.middle += value * place;
  });
  result.middle /= result.sum;
  each([&](const glm::dvec2& place, double value) {
    const glm::dvec2 off = place - result.middle;
    result.along += value * std::pow(glm::dot(off, direction), 2) / result.sum;
    result.across += value * std::pow(glm::dot(off, glm::dvec2(-direction.y, direction.x)), 2) / result.sum;
  });
  return result;
}

/// For (1 - r^2)^2 over a disc: the mean square of a coordinate is r^2 / 8.
double half_axis(double mean_square) { return std::sqrt(8 * mean_square); }

TEST(Streaks, AreAsLongAsTheWayOfTheirExposure) {
  // 3 units a second along (0.6, 0.8) for 0.1 s at a depth of 1: 30 pixels, half of them either way. The radius is 8.
  const glm::dvec2 direction(0.6, 0.8);
  const Particle particle{{0.1f, -0.2f, -1}, 0.08f, {1.8f, 2.4f, 0}};
  const Moments streak = moments_of(drawn_by_cpu(particle, streaks(0.1f)), direction);
  EXPECT_NEAR(half_axis(streak.along), 15 + 8, 0.1);
  EXPECT_NEAR(half_axis(streak.across), 8, 0.1);
  EXPECT_NEAR(streak.middle.x, 110, 0.01);
  EXPECT_NEAR(streak.middle.y, 80, 0.01);
  const Moments still = moments_of(drawn_by_cpu(particle, streaks(0)), direction);
  EXPECT_NEAR(half_axis(still.along), 8, 0.1);
  EXPECT_NEAR(streak.sum / still.sum, 1, 2e-3) << "as much is deposited";
}

TEST(Streaks, OfParticlesThatComeNearerGoAwayFromTheMiddle) {
  // A place at slope x moves by x * approach / depth: 0.5 * 2 / 1 of half a picture a second, for 0.2 s 20 pixels.
  const Particle particle{{0.5f, 0, -1}, 0.05f, {0, 0, 2}};
  const Moments streak = moments_of(drawn_by_cpu(particle, streaks(0.2f)), {1, 0});
  EXPECT_NEAR(half_axis(streak.along), 10 + 5, 0.1);
  EXPECT_NEAR(half_axis(streak.across), 5, 0.1);
  const Moments longer = moments_of(drawn_by_cpu(particle, streaks(5)), {1, 0});
  EXPECT_NEAR(half_axis(longer.along), 25 + 5, 0.2) << "not beyond half of the depth";
}

TEST(Streaks, WithoutExposureAreSoftDiscs) {
  const Particle particle{{0.1f, -0.2f, -1}, 0.1f, {4, 5, 6}};
  Look soft = streaks(0);
  soft.particle_style = ParticleStyle::soft;
  const std::vector<float> expected = drawn_by_cpu(particle, soft), streak = drawn_by_cpu(particle, streaks(0));
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(streak[i], expected[i], 2e-3) << i;
  EXPECT_GT(std::ranges::max(expected), 0.9f);
}

/// A file of these particles.
Scene scene_of(const std::vector<Particle>& particles, bool have_velocities = true) {
  const auto read = [=](std::size_t, const ParticleProperties&) {
    ParticleCloud cloud;
    for (const Particle& particle : particles) {
      cloud.places.emplace_back(particle.position, particle.radius);
      cloud.colors.push_back(0xC040A0FFu);
      if (have_velocities) cloud.velocities.push_back(particle.velocity);
      cloud.bounds.add(particle.position);
    }
    cloud.has_radius = true;
    return cloud;
  };
  const std::vector<ParticleSequence::Frame> files = {{"a", false}};
  return Scene({Object{{"a"}, std::make_shared<ParticleSequence>("a", files, read, ParticleSequence::Settings{})}});
}

/// None before another, so that renderers that need no order draw the same.
std::vector<Particle> side_by_side() {
  std::vector<Particle> particles;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      const float turn = 0.7f * static_cast<float>(5 * y + x), speed = 0.5f * static_cast<float>(x + 2);
      const glm::vec3 way(std::cos(turn), std::sin(turn), 0.3f);
      particles.push_back({{0.36f * static_cast<float>(x), 0.36f * static_cast<float>(y), -1}, 0.03f, speed * way});
    }
  particles.push_back({{0, 0, 2}, 0.3f, {1, 0, 0}});  // behind the eye
  return particles;
}

class DrawnStreaks : public GpuFrameTest {
 protected:
  DrawnStreaks() : GpuFrameTest(Backend::gl) {
    look = streaks(0.1f);
    look.samples = 1;
    camera = into_minus_z();
  }
  Picture drawn(SceneRenderer& frame, const std::string& renderer) {
    look.renderer = renderer;
    frame.draw(camera, look, choice, canvas.target(), true);
    return canvas.read();
  }
};

TEST_F(DrawnStreaks, AreTheSameByEveryRenderer) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(scene_of(side_by_side()));
  const Picture expected = drawn(frame, "raster");
  EXPECT_GT(std::ranges::max(expected), 100);
  for (const RendererAbout* about : renderers()) {
    if (!about->why_unavailable(gl).empty()) continue;
    const Picture picture = drawn(frame, std::string(about->id));
    for (std::size_t i = 0; i < picture.size(); ++i)
      ASSERT_NEAR(picture[i], expected[i], 2) << about->id << ", pixel " << i / 4 % 64 << ", " << i / 4 / 64;
  }
}

TEST_F(DrawnStreaks, OfParticlesWithoutVelocitiesAreDiscs) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(scene_of(side_by_side(), /*have_velocities=*/false));
  const Picture picture = drawn(frame, "raster");
  look.particle_style = ParticleStyle::soft;
  EXPECT_EQ(picture, drawn(frame, "raster"));
}

TEST_F(DrawnStreaks, ThatReachIntoThePictureAreSorted) {
  choice.algorithm = "gl.radix";
  const auto frame = make_frame(VertexFetch::automatic);
  frame->set_scene(scene_of({{{1.2f, 0, -1}, 0.05f, {8, 0, 0}},  // 0.4 either way
                             {{1.2f, 0.5f, -1}, 0.05f, {0, 8, 0}},
                             {{0, 0, -2}, 0.05f, {1, 0, 0}}}));
  choice.cull = false;
  const Picture expected = drawn(*frame, "raster");
  choice.cull = true;
  look.renderer = "raster";
  const FrameStats report = frame->draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(canvas.read(), expected);
  EXPECT_EQ(report.message, "");
  EXPECT_EQ(report.algorithm, choice.algorithm);
  EXPECT_EQ(report.kept, 2u);
  look.streak = 0;
  EXPECT_EQ(frame->draw(camera, look, choice, canvas.target(), true).kept, 1u) << "nor do they reach in";
}

}  // namespace
}  // namespace farfirst::app
