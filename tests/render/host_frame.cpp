// Frames without OpenGL: their pictures are those of the renderer `cpu` in a context, and their orders are checked
// and kept like there.

#include "render/cpu/host_frame.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>

#include "camera/opening.h"
#include "fine_pictures.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "scene/splat_scene.h"

namespace farfirst::app {
namespace {

constexpr int host_width = 100, host_height = 70;

class HostFrames : public FrameTest {
 protected:
  cpu::HostFrame host{host_width, host_height};

  void open(const Scene& scene) {
    camera = opening_camera(scene, static_cast<float>(host_width) / host_height, {});
    host.set_scene(scene);
  }
  std::vector<std::uint8_t> picture() const {
    std::vector<std::uint8_t> bytes(host.picture().size_bytes());
    std::memcpy(bytes.data(), host.picture().data(), bytes.size());
    return bytes;
  }
  static int largest_difference(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
    int largest = a.size() == b.size() ? 0 : 256;
    for (std::size_t i = 0; largest < 256 && i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  }
  /// N frames of both, each refined this often.
  void expect_same_pictures(const Scene& scene, const Scene& again, int frames = 1, int refinements = 0) {
    open(scene);
    const Canvas its(gl, host_width, host_height);
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(again);
    look.renderer = "cpu";
    for (int i = 0; i < frames; ++i) {
      const FrameStats expected = frame.draw(camera, look, choice, its.target(), /*wait=*/true);
      const FrameStats report = host.draw(camera, look, choice);
      EXPECT_EQ(report.elements, expected.elements);
      EXPECT_EQ(report.samples, expected.samples);
      EXPECT_EQ(report.renderer, expected.renderer);
      for (int picture = 0; picture < refinements; ++picture)
        EXPECT_EQ(host.refine(), frame.refine(its.target())) << picture;
      EXPECT_LE(largest_difference(picture(), its.read()), 1) << "frame " << i;
    }
  }
  void expect_same_pictures(const char* name, int frames = 1, int refinements = 0) {
    expect_same_pictures(built_in_scene(name, 2000, 1), built_in_scene(name, 2000, 1), frames, refinements);
  }
};

TEST_F(HostFrames, AreThoseOfAContext) { expect_same_pictures("glass"); }
TEST_F(HostFrames, OfParticlesThatMove) { expect_same_pictures("particles", 3); }
TEST_F(HostFrames, OfStreaksInTheShadowOfOthers) {
  look.particle_style = ParticleStyle::streak;
  look.self_shadows = true;
  expect_same_pictures("particles", 3);
}
/// Three files: the second has more particles than the first, the third fewer.
Scene growing_sequence() {
  const auto read = [](std::size_t file, const ParticleProperties&) {
    ParticleCloud cloud;
    for (int i = 0; i < (file == 1 ? 900 : 400); ++i) {
      const float turn = 0.7f * static_cast<float>(i), out = 0.002f * static_cast<float>(i);
      cloud.places.emplace_back(out * std::cos(turn), 0.3f * static_cast<float>(file), out * std::sin(turn), 0.05f);
      cloud.colors.push_back(0x80ff8040u + static_cast<std::uint32_t>(i) % 64);
      cloud.bounds.add(glm::vec3(cloud.places.back()));
    }
    cloud.has_radius = true;
    return cloud;
  };
  const std::vector<ParticleSequence::Frame> files = {{"a", false}, {"b", false}, {"c", false}};
  return Scene(
      {Object{{"s"}, std::make_shared<ParticleSequence>("s", files, read, ParticleSequence::Settings{.rate = 60})}});
}

TEST_F(HostFrames, OfFilesThatArePlayed) { expect_same_pictures(growing_sequence(), growing_sequence(), 3); }

/// The same by every renderer on OpenGL.
TEST_F(HostFrames, OfFilesThatArePlayedByEveryRenderer) {
  for (const std::string_view renderer : {"raster", "tiles", "exact", "peeled", "weighted"}) {
    const Canvas its(gl, host_width, host_height);
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    const Scene scene = growing_sequence();
    camera = opening_camera(scene, static_cast<float>(host_width) / host_height, {});
    frame.set_scene(scene);
    look.renderer = renderer;
    std::vector<std::uint8_t> before;
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(frame.draw(camera, look, choice, its.target(), /*wait=*/true).renderer, renderer);
      EXPECT_NE(its.read(), before) << renderer << ", frame " << i;
      before = its.read();
    }
  }
}

TEST_F(HostFrames, OfSplats) { expect_same_pictures("splats", 1, 1); }
TEST_F(HostFrames, OfSplatsWithSeveralSamples) {
  look.samples = 4;  // of which splats take one
  look.background = true;
  expect_same_pictures("splats");
}
TEST_F(HostFrames, OfSplatsAsPoints) {
  look.splat_style = SplatStyle::point;
  expect_same_pictures("splats");
}
TEST_F(HostFrames, WithSeveralSamples) {
  for (look.samples = 2; look.samples <= 8; look.samples *= 2) expect_same_pictures("crossing");
}
TEST_F(HostFrames, RefinedByMorePictures) { expect_same_pictures("crossing", 2, 3); }
TEST_F(HostFrames, OfPointsInAnotherOrder) {
  choice.primitive = Primitive::points;
  choice.draw_order = DrawOrder::shuffled;
  look.background = false;
  expect_same_pictures("glass");
}
TEST_F(HostFrames, OfTrianglesWithoutAPlaceOrANormal) {
  auto model = std::make_shared<Model>(rays(glass));
  model->normals.clear();
  model->positions[4].x = std::nanf("");
  expect_same_pictures(scene_of_file("a.ply", *model), scene_of_file("a.ply", *model));
}

TEST_F(HostFrames, OfSeveralObjects) {
  const auto objects = [] {
    return Scene(
        {{{"glass", {.name = {}, .opacity = 0.5f}}, std::make_shared<const Model>(rays(glass))},
         {{"hidden", {.name = {}, .visible = false}}, std::make_shared<const Model>(rays(rgba(9, 200, 9, 255)))},
         {{"splats", {.name = {}, .placement = {.position = {0.2f, 0, 0}, .rotation = {0, 30, 0}, .scale = 0.7f}}},
          built_in_content("splats", 500, 1)}});
  };
  for (look.samples = 1; look.samples <= 4; look.samples *= 4) expect_same_pictures(objects(), objects(), 1, 2);
}

/// None of them is visible.
TEST_F(HostFrames, OfObjectsThatAreHidden) {
  host.set_scene({});
  host.draw(camera, look, choice);
  const std::vector<std::uint8_t> empty = picture();
  host.set_scene(
      Scene({Object{{"glass", {.name = {}, .visible = false}}, std::make_shared<const Model>(rays(glass))}}));
  EXPECT_EQ(host.draw(camera, look, choice).elements, 0u);
  EXPECT_EQ(picture(), empty);
}

TEST_F(HostFrames, WithoutASceneShowTheBackground) {
  look.background = true;
  host.draw(camera, look, choice);
  const std::vector<std::uint8_t> empty = picture();
  EXPECT_GT(empty.front(), 0);
  EXPECT_EQ(empty[3], 255);
  EXPECT_EQ(host.refine(), 1u);
  open(built_in_scene("glass", 0, 1));
  EXPECT_GT(host.draw(camera, look, choice).elements, 0u);
  EXPECT_NE(picture(), empty);
  host.set_scene({});
  host.draw(camera, look, choice);
  EXPECT_EQ(picture(), empty);
}

TEST_F(HostFrames, ReportTheirTimes) {
  open(built_in_scene("glass", 0, 1));
  choice.check_order = true;
  const FrameStats report = host.draw(camera, look, choice);
  EXPECT_TRUE(report.sorted);
  EXPECT_TRUE(report.algorithm.starts_with("cpu.")) << report.algorithm;
  EXPECT_GE(report.sort, 0);
  EXPECT_GE(report.draw, 0);
  EXPECT_GE(report.check, 0);
  EXPECT_GE(report.total, report.sort + report.draw);
  EXPECT_TRUE(report.check_result.is_right());
  EXPECT_EQ(report.check_result.right, 1u);
  EXPECT_FALSE(report.draw_steps.empty());
}

TEST_F(HostFrames, KeepAnOrderAsLongAsTheyMay) {
  open(built_in_scene("glass", 0, 1));
  choice.resort = Resort::moved;
  EXPECT_TRUE(host.draw(camera, look, choice).sorted);
  EXPECT_FALSE(host.draw(camera, look, choice).sorted);
  choice.resort = {Resort::When::frames, 3};
  const glm::vec3 eye = camera.eye - camera.focus;
  for (int i = 0; i <= 3; ++i) {
    camera.eye = camera.focus + (i == 1 ? -eye : (1.0f + 0.1f * static_cast<float>(i)) * eye);
    const FrameStats report = host.draw(camera, look, choice);
    EXPECT_EQ(report.sorted, i == 0 || i == 3) << i;
    EXPECT_EQ(report.order_age, static_cast<std::uint32_t>(i % 3)) << i;
    EXPECT_EQ(report.inversion_stats.value_or(InversionStats{}).inversions > report.elements / 2, i == 1)
        << "seen from the other side";
    EXPECT_EQ(report.inversion_stats && report.inversion_stats->inversions == 0, i % 3 == 0) << i;
  }
}

TEST_F(HostFrames, SayWhatANamedSortCannot) {
  open(built_in_scene("glass", 0, 1));
  choice.algorithm = "cpu.std_stable";
  EXPECT_EQ(host.draw(camera, look, choice).algorithm, "cpu.std_stable");
  choice.parameters = {{"there_is_none", 1}};
  EXPECT_THROW(host.draw(camera, look, choice), Error);
}

/// N squares each way, of two triangles that share their corners.
std::shared_ptr<const Model> wavy_sheet(int squares) {
  auto model = std::make_shared<Model>();
  for (int y = 0; y <= squares; ++y)
    for (int x = 0; x <= squares; ++x) {
      const auto at = [&](int i) { return static_cast<float>(i) / static_cast<float>(squares) - 0.5f; };
      model->positions.emplace_back(at(x), 0.1f * std::sin(40.0f * at(x)) * std::cos(30.0f * at(y)), at(y));
    }
  for (int y = 0; y < squares; ++y)
    for (int x = 0; x < squares; ++x) {
      const auto corner = [&](int i, int j) { return static_cast<std::uint32_t>((y + j) * (squares + 1) + x + i); };
      for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 0}, {1, 1}})
        model->triangles.push_back(corner(i, j));
    }
  compute_bounds(*model);
  compute_normals(*model);
  return model;
}

/// Orders, and the arrays made for drawing them; about an element a pixel, as of a million on 1280 x 720.
TEST_F(HostFrames, TakeAtMostAHundredBytesAnElementBesideTheScene) {
  const double tables = 150e3 * std::thread::hardware_concurrency();  // of the sort, whatever it sorts
  const auto expect_little = [&](const Scene& scene, const char* what, int its_width = 280) {
    cpu::HostFrame large{its_width, its_width * 9 / 16};
    camera = scene.moves() ? opening_camera(scene, 16.0f / 9, {}) : glass_scene_camera(16.0f / 9);
    large.set_scene(scene);
    const std::uint32_t elements = large.draw(camera, look, choice).elements;
    EXPECT_GT(elements, 35'000u) << what;
    EXPECT_LE(static_cast<double>(large.host_bytes()), 100.0 * elements + tables) << what;
  };
  expect_little(Scene({Object{{}, wavy_sheet(140)}}), "triangles");
  expect_little(built_in_scene("splats", 80'000, 1), "splats", 400);
  expect_little(built_in_scene("particles", 40'000, 1), "particles");
  choice.primitive = Primitive::points;
  expect_little(Scene({Object{{}, wavy_sheet(200)}}), "points");
}

}  // namespace
}  // namespace farfirst::app
