// The renderer `tiles` with unknown needs for memory, and with little memory: no element may be
// missing, neither after a jump nor after small steps, nor where elements are drawn in parts.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "render/renderer.h"
#include "scene/splat_scene.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using Picture = std::vector<std::uint8_t>;

class TileMemory : public FrameTest {
 protected:
  TileMemory() {
    look.renderer = "tiles";
    look.tile_memory = 1;           // MiB: about 30,000 pairs
    choice.algorithm = "gl.radix";  // each order is that of its own frame
  }

  struct Drawn {
    FrameStats report;
    Picture picture;
  };
  Drawn draw(SceneRenderer& frame, const Camera& from, bool wait) const {
    FrameStats report = frame.draw(from, look, choice, canvas.target(), wait);
    gl.Finish();  // what the GPU counted is known in the next frame
    return {std::move(report), canvas.read()};
  }
  std::unique_ptr<SceneRenderer> make_frame(const std::shared_ptr<const Model>& model) const {
    auto frame = std::make_unique<SceneRenderer>(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame->set_scene(model);
    return frame;
  }
  /// By a frame that knows no other, with enough memory for one chunk.
  Picture expected(const std::shared_ptr<const Model>& model, const Camera& from) const {
    const auto fresh = make_frame(model);
    Look roomy = look;
    roomy.tile_memory = 64;
    fresh->draw(from, roomy, choice, canvas.target(), true);
    return canvas.read();
  }
  /// Chunks end batches of elements elsewhere, and so the look whether a pixel is full.
  static void expect_alike(const Picture& a, const Picture& b) {
    int largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    EXPECT_LE(largest, 1);
  }
};

/// Squares one behind the other, around a middle. The nearest are green, and so faint that one sees all of them.
std::shared_ptr<const Model> stack(const glm::vec3& middle, float half, int squares) {
  Model model;
  for (int i = 0; i < squares; ++i) {
    const auto depth = static_cast<float>(i) / static_cast<float>(squares);
    add_square(model, middle + glm::vec3(0, 0, -0.02f * depth), half,
               rgba(static_cast<unsigned>(250 * depth), static_cast<unsigned>(250 * (1 - depth)), 90, 1));
  }
  return std::make_shared<const Model>(std::move(model));
}

/// Points all over the picture.
Model cloud_of(int points) {
  Model model;
  std::mt19937 random(3);
  std::uniform_real_distribution<float> any(-1, 1);
  for (int i = 0; i < points; ++i)
    add_point(model, {any(random), any(random), -2 + 0.5f * any(random)},
              rgba(static_cast<unsigned>(i % 255), 90, static_cast<unsigned>(i / 255), i % 2 == 0 ? 2 : 40));
  return model;
}

Camera at_distance(float distance) {
  Camera camera;
  camera.eye = {0, 0, distance};
  camera.focus = {0, 0, -1};
  camera.field_of_view = 90;
  return camera;
}

TEST_F(TileMemory, NothingIsMissingAfterAJump) {
  const auto model = stack({0, 0, -1}, 1.2f, 500);
  const Camera far_away = at_distance(20), near = at_distance(0.1f);
  const Picture of_near = expected(model, near), of_far = expected(model, far_away);
  for (const bool wait : {false, true}) {
    SCOPED_TRACE(wait ? "waiting" : "as in a window");
    const auto frame = make_frame(model);
    for (int i = 0; i < 2; ++i) expect_alike(draw(*frame, far_away, wait).picture, of_far);
    for (int i = 0; i < 2; ++i) {
      const Drawn drawn = draw(*frame, near, wait);
      expect_alike(drawn.picture, of_near);
      EXPECT_FALSE(drawn.report.may_be_incomplete);
    }
    const Drawn back = draw(*frame, far_away, wait);
    expect_alike(back.picture, of_far);
    // A host that waits for the frame anyway finds out afterwards whether there was room.
    const std::string waited = std::string("; waited for that number in ") + (wait ? "1 frame" : "3 frames");
    EXPECT_NE(back.report.renderer_remark.find(waited), std::string::npos) << back.report.renderer_remark;
  }
}

/// A jump within one frame's time, of each thing that the number depends on.
TEST_F(TileMemory, NothingIsMissingAfterAnyOtherChange) {
  Model points;
  std::mt19937 random(2);
  std::uniform_real_distribution<float> any(-0.4f, 0.4f);
  for (int i = 0; i < 2500; ++i)
    add_point(points, {any(random), any(random), -2 + any(random)}, rgba(200, 90, static_cast<unsigned>(i % 255), 4));
  const auto cloud = std::make_shared<const Model>(points), sheets = stack({0, 0, -1}, 1.2f, 500);
  const Camera near = at_distance(0);
  const auto frame = make_frame(cloud);
  look.point_size = 1;
  for (int i = 0; i < 3; ++i) draw(*frame, near, false);
  look.point_size = 60;
  expect_alike(draw(*frame, near, false).picture, expected(cloud, near));
  frame->set_scene(sheets);
  look.samples = 1;
  for (int i = 0; i < 3; ++i) draw(*frame, at_distance(20), false);
  frame->set_scene(cloud);
  expect_alike(draw(*frame, near, false).picture, expected(cloud, near));
  frame->set_scene(sheets);
  for (int i = 0; i < 3; ++i) draw(*frame, at_distance(20), false);
  Camera zoomed = at_distance(20);
  zoomed.field_of_view = 4;
  expect_alike(draw(*frame, zoomed, false).picture, expected(sheets, zoomed));
}

/// Nor after a change of the look of splats.
TEST_F(TileMemory, NothingIsMissingAfterAChangeOfTheLook) {
  const auto splats = std::make_shared<const Model>(make_splat_scene(6000, 5));
  Camera from = at_distance(0);
  from.eye = {0.4f, 0.6f, 2.0f};
  from.focus = {0, 0, 0};
  look.splat_filter = SplatFilter::reference;
  struct Change {
    const char* name;
    void (*small)(Look&);  // few pairs
    void (*large)(Look&);  // several chunks of them
  };
  const Change changes[] = {
      {"splat_scale", [](Look& its) { its.splat_scale = 0.1f; }, [](Look& its) { its.splat_scale = 5; }},
      {"opacity", [](Look& its) { its.opacity = 5e-6f; }, [](Look& its) { its.opacity = 0.003f; }},
      {"splat_cutoff", [](Look& its) { its.splat_cutoff = 0.0029f; }, [](Look& its) { its.splat_cutoff = 1e-5f; }}};
  const auto frame = make_frame(splats);
  look.splat_scale = 5;
  look.opacity = 0.003f;  // so faint that one sees all of them
  look.splat_cutoff = 1e-5f;
  const Look whole = look;
  for (const Change& change : changes) {
    SCOPED_TRACE(change.name);
    look = whole;
    change.small(look);
    for (int i = 0; i < 3; ++i) draw(*frame, from, false);
    change.large(look);
    const Drawn drawn = draw(*frame, from, false);
    EXPECT_FALSE(drawn.report.may_be_incomplete);
    expect_alike(drawn.picture, expected(splats, from));
  }
}

/// Small steps are not waited for. If they need more all the same, the frame requests another draw.
TEST_F(TileMemory, NothingIsMissingAtRestAfterASmallStep) {
  const auto model = stack({1.5f, 0, -1}, 0.45f, 3000);  // beside the picture
  const Camera before = at_distance(0);
  Camera after = before;
  after.look(-0.19f, 0);
  const Picture of_before = expected(model, before), of_after = expected(model, after);
  ASSERT_NE(of_before, of_after);
  for (const bool wait : {false, true}) {
    SCOPED_TRACE(wait ? "waiting" : "as in a window");
    const auto frame = make_frame(model);
    for (int i = 0; i < 3; ++i) draw(*frame, before, wait);
    Drawn drawn = draw(*frame, after, wait);
    EXPECT_EQ(drawn.report.may_be_incomplete, !wait);
    while (drawn.report.may_be_incomplete) drawn = draw(*frame, after, wait);
    expect_alike(drawn.picture, of_after);
    EXPECT_NE(drawn.report.renderer_remark.find("; 1 frame needed more room than was foreseen"), std::string::npos)
        << drawn.report.renderer_remark;
  }
}

/// Lists of elements that do not fit into memory at once: here 32,768 points do.
TEST_F(TileMemory, ElementsMayBeDrawnInParts) {
  const auto cloud = std::make_shared<const Model>(cloud_of(70000));
  look.point_size = 4;
  const Picture all = expected(cloud, at_distance(0));
  const auto frame = make_frame(cloud);
  for (const bool wait : {true, false, false}) {
    const Drawn drawn = draw(*frame, at_distance(0), wait);
    expect_alike(drawn.picture, all);
    EXPECT_NE(drawn.report.renderer_remark.find(" in the last of 3 parts of the elements"), std::string::npos)
        << drawn.report.renderer_remark;
  }
  look.tile_memory = 64;
  for (int i = 0; i < 2; ++i) expect_alike(draw(*frame, at_distance(0), false).picture, all);
}

/// The needs of a part are known from that part of earlier frames.
TEST_F(TileMemory, PartsOfFramesAlikeAreNotWaitedFor) {
  const auto cloud = std::make_shared<const Model>(cloud_of(70000));
  const auto frame = make_frame(cloud);
  Camera from = at_distance(0);
  const auto remark_after = [&](int frames, bool wait) {
    const Picture all = expected(cloud, from);
    std::string remark;
    for (int i = 0; i < frames; ++i) {
      const Drawn drawn = draw(*frame, from, wait);
      expect_alike(drawn.picture, all);
      remark = drawn.report.renderer_remark;
    }
    return remark;
  };
  const auto waited_once = [](const std::string& remark) {
    return remark.find("in the last of 3 parts") != remark.npos &&
           remark.find("waited for that number in 1 frame") != remark.npos;
  };
  std::string remark = remark_after(3, false);
  EXPECT_TRUE(waited_once(remark)) << remark;
  from.eye.x += 0.01f;
  remark = remark_after(3, false);
  EXPECT_TRUE(waited_once(remark)) << remark;
  from.eye.x += 0.01f;
  remark_after(2, true);
}

/// Splats take 48 bytes each there, and the tiles of their pairs are larger.
TEST_F(TileMemory, SplatsMayBeDrawnInPartsAndChunks) {
  const auto splats = std::make_shared<const Model>(make_splat_scene(30000, 5));
  Camera from = at_distance(0);
  from.eye = {0.4f, 0.6f, 2.0f};
  from.focus = {0, 0, 0};
  const Picture all = expected(splats, from);
  EXPECT_GT(std::ranges::count_if(all, [](std::uint8_t channel) { return channel > 20; }), 500);
  const auto frame = make_frame(splats);
  for (const bool wait : {true, false}) {
    const Drawn drawn = draw(*frame, from, wait);
    expect_alike(drawn.picture, all);
    EXPECT_NE(drawn.report.renderer_remark.find(" in the last of 3 parts of the elements"), std::string::npos)
        << drawn.report.renderer_remark;
  }
}

TEST_F(TileMemory, IsThatOfTheLimit) {
  const auto model = stack({0, 0, -1}, 1.2f, 500);
  const auto frame = make_frame(model);
  look.tile_memory = 64;
  draw(*frame, at_distance(0), true);
  const std::size_t roomy = frame->gpu_bytes();
  look.tile_memory = 1;
  draw(*frame, at_distance(0), true);
  EXPECT_LT(frame->gpu_bytes() + (1 << 20), roomy);
}

}  // namespace
}  // namespace farfirst::app
