// The renderer `tiles` on whole scenes: built-in ones and real models. Its pictures are those of `raster`, blended in
// 32-bit floats, since half floats lose faint layers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "camera/opening.h"
#include "io/load.h"
#include "made_files.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using Bytes = std::vector<std::uint8_t>;

class TileScenes : public FrameTest {
 protected:
  static constexpr int width = 320, height = 180;
  static constexpr float aspect = static_cast<float>(width) / height;

  TileScenes() {
    look = Look{};
    look.samples = 1;
    choice.algorithm = "cpu.lsd_radix";
  }

  /// From the camera that the scene opens with.
  void expect_alike(const Scene& scene) {
    camera = opening_camera(scene, aspect, {});
    const auto tiles = frame_by("tiles", scene), raster = frame_by("raster", scene);
    const Bytes its = drawn(*tiles, "tiles", camera), expected = drawn(*raster, "raster", camera);
    std::size_t others = 0;
    std::vector<std::size_t> far_off;  // pixels
    for (std::size_t i = 0; i < its.size(); i += 4) {
      const int off = difference(its, expected, i);
      others += off > 1 ? 1 : 0;
      if (off > 3) far_off.push_back(i);
    }
    EXPECT_NE(its, Bytes(its.size(), its[0])) << "something is drawn";
    EXPECT_LE(static_cast<double>(others), 0.001 * width * height);
    expect_rounded_corners(scene, *tiles, expected, far_off);
  }

 private:
  std::unique_ptr<SceneRenderer> frame_by(const std::string& renderer, const Scene& scene) const {
    auto frame = std::make_unique<SceneRenderer>(gl, VertexFetch::pulled, HeadlessContext::proc(), OrderHooks{},
                                                 DrawHooks{.fine = renderer == "raster"});
    frame->set_scene(scene);
    frame->set_paused(true);
    return frame;
  }
  Bytes drawn(SceneRenderer& frame, const char* renderer, const Camera& from) {
    look.renderer = renderer;
    frame.draw(from, look, choice, picture_.target(), true);
    return picture_.read();
  }
  /// The largest channel difference of the pixel that begins there.
  static int difference(const Bytes& a, const Bytes& b, std::size_t pixel) {
    int largest = 0;
    for (std::size_t i = pixel; i < pixel + 4; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }

  /// Where pixels differ by more than 3/255, that is because corners are rounded to 1/256 of a pixel: there is a sliver
  /// not wider than that, or the pixel's middle is so near to an edge that a picture moved by that much equals that of
  /// `raster`.
  void expect_rounded_corners(const Scene& scene, SceneRenderer& tiles, const Bytes& expected,
                              std::vector<std::size_t> pixels) {
    std::erase_if(pixels, [&](std::size_t pixel) {
      const auto model = scene.objects[0].model();
      return model && has_sliver(*model, {static_cast<double>(pixel / 4 % width) + 0.5,
                                          static_cast<double>(pixel / 4 / width) + 0.5});
    });
    constexpr int ways = 10;
    const float pixel_angle = glm::radians(camera.field_of_view) / height;
    for (int i = 1; i <= ways && !pixels.empty(); ++i) {  // in a spiral
      const float reach = pixel_angle / 128 * static_cast<float>(i) / ways, angle = 2.4f * static_cast<float>(i);
      Camera moved = camera;
      moved.look(reach * std::cos(angle), reach * std::sin(angle));
      const Bytes its = drawn(tiles, "tiles", moved);
      std::erase_if(pixels, [&](std::size_t pixel) { return difference(its, expected, pixel) <= 3; });
    }
    for (const std::size_t pixel : pixels) ADD_FAILURE() << "pixel " << pixel / 4 % width << ", " << pixel / 4 / width;
  }

  bool has_sliver(const Model& model, const glm::dvec2& at) const {
    const glm::dmat4 projection(camera.projection(aspect) * camera.view());
    const auto place = [&](std::uint32_t corner) {
      const glm::dvec4 clip = projection * glm::dvec4(model.positions[corner], 1.0);
      return (glm::dvec2(clip) / clip.w * 0.5 + 0.5) * glm::dvec2(width, height) - at;
    };
    const auto distance = [](const glm::dvec2& a, const glm::dvec2& b) {  // of the segment from 0, 0
      const double along = glm::clamp(glm::dot(-a, b - a) / glm::dot(b - a, b - a), 0.0, 1.0);
      return glm::length(a + along * (b - a));
    };
    for (std::size_t i = 0; i < model.triangles.size(); i += 3) {
      const glm::dvec2 a = place(model.triangles[i]), b = place(model.triangles[i + 1]),
                       c = place(model.triangles[i + 2]);
      const double longest = std::max({glm::distance(a, b), glm::distance(b, c), glm::distance(c, a)});
      const double area = std::abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
      if (area > longest / 128) continue;
      if (std::min({distance(a, b), distance(b, c), distance(c, a)}) < 1.0 / 128) return true;
    }
    return false;
  }

  const Canvas picture_{gl, width, height};
};

TEST_F(TileScenes, Glass) {
  const Scene scene = built_in_scene("glass", 0, 1);
  expect_alike(scene);
  look.shading = Shading::flat;
  look.use_file_colors = false;
  expect_alike(scene);
  choice.primitive = Primitive::points;
  expect_alike(scene);
}

TEST_F(TileScenes, Crossing) { expect_alike(built_in_scene("crossing", 0, 1)); }

TEST_F(TileScenes, Jungle) { expect_alike(built_in_scene("jungle", 0, 1)); }

TEST_F(TileScenes, Particles) {
  const Scene scene = built_in_scene("particles", 40000, 1);
  for (int i = 0; i < 150; ++i) scene.objects[0].particles()->step();
  expect_alike(scene);
}

TEST_F(TileScenes, Streaks) {
  const Scene scene = built_in_scene("particles", 10000, 1);
  for (int i = 0; i < 150; ++i) scene.objects[0].particles()->step();
  look.particle_style = ParticleStyle::streak;
  look.streak = 0.1f;
  expect_alike(scene);
}

class TileModels : public TileScenes, public testing::WithParamInterface<const char*> {};

TEST_P(TileModels, AreThoseOfRaster) {
  const std::filesystem::path folder = test::models_folder(), path = folder / GetParam();
  if (folder.empty()) GTEST_SKIP() << "the models are not here; FARFIRST_MODELS may name their folder";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "this model is not here";
  LoadProgress progress;
  expect_alike(scene_of_file(path, load_model(path, progress)));
}

INSTANTIATE_TEST_SUITE_P(Real, TileModels,
                         testing::Values("stanford/armadillo_100k.obj", "stanford/bun_zipper.ply",
                                         "stanford/dragon_100k_flags.ply", "stanford/dragon_vrip_res2.ply.gz",
                                         "stanford/happy_vrip_res3.ply", "stanford/lucy_100k.ply",
                                         "stanford/xyzrgb_dragon_50k.ply",
                                         "points/dragon_stand/dragonStandRight_0.ply.gz", "odd/beetle.binary.ply",
                                         "odd/happly/platonic_shelf.ply", "odd/horse_big_endian.ply",
                                         "odd/assimp/Wuson.ply", "odd/assimp/pond.0.ply"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::ranges::replace_if(
                               name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace farfirst::app
