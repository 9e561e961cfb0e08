// The mean of frames that are drawn with sub-pixel jitter.

#include "render/temporal_accumulation.h"

#include <gtest/gtest.h>

#include <set>

#include "fine_pictures.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

// ---- the jitter

TEST(Jitter, BeginsWithTheFrameItselfAndStaysInThePixel) {
  EXPECT_EQ(jitter(0, 1), glm::vec2(0.0f));
  std::set<std::pair<float, float>> places;
  for (std::uint32_t i = 0; i < 4096; ++i) {
    const glm::vec2 place = jitter(i, 1);
    EXPECT_EQ(jitter(i, 4), 0.5f * place) << "of four samples each stands for a part of the pixel";
    EXPECT_GE(std::min(place.x, place.y), -0.5f);
    EXPECT_LT(std::max(place.x, place.y), 0.5f);
    places.insert({place.x, place.y});
  }
  EXPECT_EQ(places.size(), 4096u);
}

/// The part of a pixel that lies on one side of a line is the part of the places there.
TEST(Jitter, CoversThePixelEvenly) {
  for (const auto& [count, tolerance] : {std::pair{16u, 0.16}, std::pair{64u, 0.06}, std::pair{256u, 0.025}}) {
    for (int angle = 0; angle < 64; ++angle) {
      const glm::vec2 normal = on_circle(1, static_cast<float>(angle) * turn / 64);
      std::uint32_t below = 0;
      for (std::uint32_t i = 0; i < count; ++i) below += glm::dot(normal, jitter(i, 1)) < 0 ? 1 : 0;
      EXPECT_NEAR(static_cast<double>(below) / count, 0.5, tolerance) << count << " places, angle " << angle;
    }
  }
}

TEST(Jitter, MovesThePictureByTheseManyPixels) {
  const Camera camera;
  const glm::vec2 size(640, 360);
  const glm::mat4 before = camera.projection(size.x / size.y), after = app::moved(before, {0.25f, -0.375f}, size);
  for (const glm::vec4 eye : {glm::vec4(0.1f, 0.2f, -1, 1), glm::vec4(-3, 1, -40, 1)}) {
    const glm::vec4 a = before * eye, b = after * eye;
    EXPECT_EQ(b.z, a.z);
    EXPECT_EQ(b.w, a.w);
    EXPECT_NEAR((b.x / b.w - a.x / a.w) * size.x / 2, 0.25f, 1e-3);
    EXPECT_NEAR((b.y / b.w - a.y / a.w) * size.y / 2, -0.375f, 1e-3);
  }
}

// ---- pictures

class Refined : public FinePictures {
 protected:
  int orders = 0;  // made
  SceneRenderer frame{
      gl, VertexFetch::automatic, HeadlessContext::proc(), {.on_new_order = [this](Order&) { ++orders; }}};

  FrameStats draw() { return frame.draw(camera, look, choice, canvas.target(), true); }
  std::uint32_t refine(std::uint32_t pictures) {
    std::uint32_t count = 1;
    for (std::uint32_t i = 1; i < pictures; ++i) count = frame.refine(canvas.target());
    return count;
  }
  FinePicture shown() const { return read(canvas, size, size); }
};

TEST_F(Refined, ComesCloserToSupersamplingWithEveryFrame) {
  for (const bool thin : {false, true}) {
    const Model model = thin ? slivers(solid) : rays(glass);
    const FinePicture fine = supersampled(*drawing_renderers().front(), model, 16);
    for (const RendererAbout* about : drawing_renderers()) {
      SCOPED_TRACE(std::string(about->id) + (thin ? ", slivers" : ", rays"));
      look.renderer = about->id;
      frame.set_scene(std::make_shared<const Model>(model));
      draw();
      double before = difference(shown(), fine);
      ASSERT_GT(before, 0.02) << "or nothing is tested";
      for (const std::uint32_t pictures : {4u, 16u, 64u}) {
        draw();
        EXPECT_EQ(refine(pictures), pictures);
        const double now = difference(shown(), fine);
        EXPECT_LT(now, 0.65 * before) << pictures;
        before = now;
      }
      EXPECT_LT(before, 0.006);
    }
  }
}

TEST_F(Refined, GoesWithSeveralSamples) {
  const Model model = slivers(glass);
  const FinePicture fine = supersampled(*drawing_renderers().front(), model, 16);
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    look.renderer = about->id;
    frame.set_scene(std::make_shared<const Model>(model));
    look.samples = 4;
    if (draw().samples != 4) continue;
    const double alone = difference(shown(), fine);
    refine(16);
    EXPECT_LT(difference(shown(), fine), 0.5 * alone);
  }
}

TEST_F(Refined, CoveredPixelsAndBackgroundStayWhatTheyAre) {
  look.background = true;
  Model model;
  for (const float z : {-1.0f, -1.7f, -2.4f}) add_square(model, {0.3f, 0, z}, 0.9f * -z, glass);
  frame.set_scene(std::make_shared<const Model>(model));
  draw();
  const std::vector<std::uint8_t> once = canvas.read();
  refine(64);
  const std::vector<std::uint8_t> often = canvas.read();
  for (const auto& [x, y] : {std::pair{50, 32}, std::pair{40, 20}, std::pair{5, 5}, std::pair{3, 60}})
    for (int channel = 0; channel < 4; ++channel) {
      const auto at = static_cast<std::size_t>(4 * (64 * y + x) + channel);
      EXPECT_NEAR(once[at], often[at], 1) << x << ", " << y;
    }
}

TEST_F(Refined, BeginsAgainWithEveryFrameWhichIsWhatItWas) {
  frame.set_scene(std::make_shared<const Model>(rays(glass)));
  draw();
  const std::vector<std::uint8_t> plain = canvas.read();
  EXPECT_EQ(refine(5), 5u);
  const std::vector<std::uint8_t> fine = canvas.read();
  EXPECT_NE(fine, plain);
  draw();
  EXPECT_EQ(canvas.read(), plain);
  EXPECT_EQ(refine(5), 5u);
  EXPECT_EQ(canvas.read(), fine);
}

TEST_F(Refined, MakesNoOrder) {
  frame.set_scene(std::make_shared<const Model>(slivers(glass)));
  choice.resort = Resort::always;
  draw();
  EXPECT_EQ(orders, 1);
  refine(10);
  EXPECT_EQ(orders, 1);
}

TEST_F(Refined, ParticlesStayWhereTheyAre) {
  const auto particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), 500, 3);
  frame.set_scene(particles);
  camera.fit(particles->bounds(), 1.0f);
  draw();
  const std::uint64_t steps = particles->steps();
  EXPECT_EQ(refine(6), 6u);
  EXPECT_EQ(particles->steps(), steps);
  draw();
  EXPECT_EQ(particles->steps(), steps + 1);
}

TEST_F(Refined, ThereIsNothingToRefineWithoutElements) {
  EXPECT_EQ(refine(2), 1u);
  draw();
  EXPECT_EQ(refine(2), 1u);
  frame.set_scene(std::make_shared<const Model>(rays(solid)));
  EXPECT_EQ(refine(2), 1u) << "not drawn yet";
  draw();
  EXPECT_EQ(refine(2), 2u);
  frame.set_scene(std::make_shared<const Model>());
  EXPECT_EQ(refine(2), 1u);
}

TEST_F(Refined, ItsMemoryIsReported) {
  frame.set_scene(std::make_shared<const Model>(rays(solid)));
  draw();
  const std::size_t before = frame.gpu_bytes();
  refine(2);
  EXPECT_EQ(frame.gpu_bytes(), before + 16u * size * size);
}

TEST_F(Refined, FollowsTheSizeOfThePicture) {
  frame.set_scene(std::make_shared<const Model>(rays(solid)));
  draw();
  refine(3);
  const Canvas large(gl, 96, 48);
  frame.draw(camera, look, choice, large.target(), true);
  EXPECT_EQ(frame.refine(large.target()), 2u);
}

}  // namespace
}  // namespace farfirst::app
