// The renderer `tiles`: lists of all sizes, and the pictures of `raster`.

#include "render/tiles/tiles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "fine_pictures.h"
#include "render/frame_block.h"
#include "scene/scene.h"

namespace farfirst::app {
namespace {

class TilePictures : public FinePictures {
 protected:
  std::vector<std::uint8_t> picture(SceneRenderer& frame, const char* renderer, const Canvas& canvas_of,
                                    int draws = 1) {
    look.renderer = renderer;
    for (int i = 0; i < draws; ++i) frame.draw(camera, look, choice, canvas_of.target(), true);
    return canvas_of.read();
  }
  /// Channels off by at most `most`, and pixels off by more than 1/255 at most this part.
  void expect_alike(const Scene& scene, int width, int height, int most, double part) {
    const Canvas its(gl, width, height);
    SceneRenderer raster(gl, VertexFetch::automatic, HeadlessContext::proc(), OrderHooks{}, DrawHooks{.fine = true});
    SceneRenderer tiles(gl, VertexFetch::automatic, HeadlessContext::proc());
    look.samples = 1;
    for (SceneRenderer* frame : {&raster, &tiles}) {
      frame->set_scene(scene);
      frame->set_paused(true);
    }
    const std::vector<std::uint8_t> a = picture(raster, "raster", its), b = picture(tiles, "tiles", its, 2);
    int largest = 0;
    std::size_t off = 0;
    for (std::size_t i = 0; i < a.size(); i += 4) {
      int pixel = 0;
      for (std::size_t c = i; c < i + 4; ++c) pixel = std::max(pixel, std::abs(a[c] - b[c]));
      largest = std::max(largest, pixel);
      off += pixel > 1 ? 1 : 0;
    }
    EXPECT_LE(largest, most);
    EXPECT_LE(static_cast<double>(off), part * static_cast<double>(a.size() / 4));
    EXPECT_NE(b, std::vector<std::uint8_t>(b.size(), b[0])) << "something is drawn";
  }
  Scene of(Model model) {
    compute_bounds(model);
    return scene_of_file("a", std::move(model));
  }
};

TEST_F(TilePictures, AreThoseOfRasterInAnySize) {
  camera = looking_along_z();
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{1, 40}, std::pair{9, 8}, std::pair{513, 3}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    Model model;
    for (int i = 0; i < 9; ++i)
      add_square(
          model,
          {0.11f * static_cast<float>(i - 4), 0.05f * static_cast<float>(i - 3), -2.0f - 0.1f * static_cast<float>(i)},
          0.2f + 0.2f * static_cast<float>(i), rgba(200, static_cast<unsigned>(20 * i), 90, 100));
    look.background = true;
    expect_alike(of(std::move(model)), width, height, 3, 0.02);
  }
}

/// The whole of it would take a minute here. Strips have as many columns, and as many rows.
TEST_F(TilePictures, OfAWholeWall) {
  for (const auto& [width, height] : {std::pair{7680, 64}, std::pair{64, 4320}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    camera = looking_along_z();
    look.point_size = 40;
    Model model;
    const glm::vec3 corner(static_cast<float>(width) / static_cast<float>(height), 1, -1);
    for (const float x : {-1.0f, 1.0f})
      for (const float y : {-1.0f, 1.0f}) add_point(model, corner * glm::vec3(x, y, 1), rgba(200, 100, 50));
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(of(std::move(model)));
    const std::vector<std::uint8_t> bytes = picture(frame, "tiles", Canvas(gl, width, height));
    std::size_t covered = 0;
    for (std::size_t i = 3; i < bytes.size(); i += 4) covered += bytes[i] == 255 ? 1 : 0;
    EXPECT_NEAR(static_cast<double>(covered), 20 * 20 * 3.14159, 100) << "a quarter of each";
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    for (const std::size_t x : {std::size_t{0}, columns - 1})
      for (const std::size_t y : {std::size_t{0}, rows - 1}) EXPECT_EQ(bytes[4 * (y * columns + x) + 3], 255);
  }
}

/// Small, large and very large elements are listed at several levels, and have one order.
TEST_F(TilePictures, HaveOneOrderOverAllLevels) {
  camera = looking_along_z();
  std::mt19937 random(12);
  std::uniform_real_distribution<float> any(-1.0f, 1.0f);
  Model model;
  for (int i = 0; i < 600; ++i) {
    const float half = i % 9 == 0 ? 1.5f : i % 4 == 0 ? 0.4f : 0.03f;
    add_square(model, {any(random), any(random), -1.5f + 0.4f * any(random)}, half,
               rgba(static_cast<unsigned>(random() % 256), static_cast<unsigned>(random() % 256), 128, 40));
  }
  expect_alike(of(std::move(model)), 300, 200, 3, 0.002);
}

/// Lists so long are blended in slices. What is in front is faint, so that slices behind show, or nothing shows behind
/// the first.
TEST_F(TilePictures, OfLongListsAtAllLevels) {
  camera = looking_along_z();
  std::mt19937 random(21);
  std::uniform_real_distribution<float> any(-0.1f, 0.1f);
  for (const unsigned alpha : {2u, 200u}) {
    SCOPED_TRACE(alpha);
    Model model;
    for (int i = 0; i < 4000; ++i) {
      const float half = i % 2 == 0 ? 1.5f : i % 4 == 1 ? 0.3f : 0.01f;
      add_square(model, {any(random), any(random), -1.5f - 1e-4f * static_cast<float>(i)}, half,
                 rgba(static_cast<unsigned>(random() % 256), static_cast<unsigned>(i / 16), 128, alpha));
    }
    const Scene scene = of(std::move(model));
    for (const std::uint32_t mebibytes : {64u, 1u}) {
      SCOPED_TRACE(mebibytes);
      look.tile_memory = mebibytes;
      expect_alike(scene, 90, 60, 3, 0.002);
    }
  }
}

TEST_F(TilePictures, OfTenThousandLayers) {
  camera = looking_along_z();
  Model model;
  constexpr int layers = 10000;
  for (int i = 0; i < layers; ++i)
    add_square(model, {0, 0, -1.0f - 1e-4f * static_cast<float>(i)}, 0.1f, rgba(255, 255, 255, 255));
  look.opacity = 0.0002f;
  look.renderer = "tiles";
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(of(std::move(model)));
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_NEAR(canvas.middle()[3], 255 * (1 - std::pow(1 - 0.0002, layers)), 2);
}

TEST_F(TilePictures, DrawDiscsWhoseMiddleIsOutside) {
  camera = looking_along_z();
  look.point_size = 500.0f;  // larger than any driver's points
  look.renderer = "tiles";
  Model model;
  add_point(model, {-2.6f, 0.0f, -1.0f}, rgba(255, 0, 0));
  add_point(model, {-2.7f, 0.1f, -1.0f}, rgba(255, 0, 0));
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(std::make_shared<const Model>(model));
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(canvas.middle(), (Pixel{255, 0, 0, 255})) << "51 pixels beside the picture, and 250 wide";
}

}  // namespace
}  // namespace farfirst::app
