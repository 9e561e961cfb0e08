// How `auto` chooses the renderer and the samples per pixel, with given costs.

#include "render/draw_choice.h"

#include <gtest/gtest.h>

#include "fine_pictures.h"
#include "object/context.h"

namespace farfirst::app {
namespace {

using Workload = DrawChoice::Workload;
using Way = DrawChoice::Way;

constexpr int many = 4;
const std::vector<std::string> one = {"tiles"}, both = {"tiles", "raster"};

Workload scene(std::uint64_t number, int width = 640, int height = 360, std::uint32_t elements = 1000) {
  return {.scene = number, .are_triangles = true, .elements = elements, .width = width, .height = height};
}

/// DrawnFrames in which several samples cost `ratio` times as much as one, and `raster` has its own cost.
class DrawnFrames {
 public:
  explicit DrawnFrames(double several, double raster = 1) : ratio(several), raster_cost(raster) {}

  DrawChoice::Draws draw(const Workload& workload, bool may_measure = true) {
    const DrawChoice::Offer offer{
        .renderers = renderers, .samples = samples, .samples_of = [](const std::string&, int count) { return count; }};
    const auto draws = choice.next(workload, offer, ++frame, may_measure);
    EXPECT_TRUE(draws.shown.samples == 1 || draws.shown.samples == many);
    if (draws.tried) choice.add_tried(frame, cost_of(*draws.tried));
    choice.add_shown(frame, cost_of(draws.shown));
    return draws;
  }
  /// Until all is known. The visible way changes only to one that was tried.
  Way settle(const Workload& workload) {
    Way shown = draw(workload).shown;
    std::optional<Way> tried;
    for (int i = 0; i < 60; ++i) {
      const auto draws = draw(workload);
      EXPECT_TRUE(draws.shown == shown || draws.shown == tried);
      if (!draws.tried) return draws.shown;
      EXPECT_NE(draws.shown, *draws.tried);
      shown = draws.shown;
      tried = draws.tried;
    }
    ADD_FAILURE() << "never decided";
    return {};
  }
  int settled_samples(const Workload& workload) { return settle(workload).samples; }
  /// How many frames are drawn twice, of frames that take this many times as long.
  int tried_in(int frames, const Workload& workload) {
    int count = 0;
    for (int i = 0; i < frames; ++i) count += draw(workload).tried ? 1 : 0;
    return count;
  }

  DrawChoice choice{/*may_pay=*/true};
  std::vector<std::string> renderers = one;
  std::optional<int> samples;  // wanted
  double ratio, raster_cost;
  /// The cost of a frame, relative to the usual one.
  double slow = 1;
  std::uint64_t frame = 0;

 private:
  double cost_of(const Way& way) const {
    return slow * (way.samples > 1 ? ratio : 1.0) * (way.renderer == "raster" ? raster_cost : 1.0);
  }
};

TEST(SampleChoice, TakesSeveralWhereTheyCostLessThanHalfAsMuchAgain) {
  EXPECT_EQ(DrawnFrames(1.49).settled_samples(scene(1)), many);
  EXPECT_EQ(DrawnFrames(1.5).settled_samples(scene(1)), 1);
  EXPECT_EQ(DrawnFrames(3).settled_samples(scene(1)), 1);
}

TEST(SampleChoice, MeasuresNothingInSoftwareNorWhereThereIsNoChoice) {
  DrawChoice::Offer offer{
      .renderers = one, .samples = {}, .samples_of = [](const std::string&, int count) { return count; }};
  DrawChoice in_software(/*may_pay=*/false);
  EXPECT_EQ(in_software.next(scene(1), offer, 1, true).shown.samples, 1);
  EXPECT_EQ(in_software.next(scene(1), offer, 2, false).shown.samples, 1);
  offer.samples_of = [](const std::string&, int) { return 1; };
  DrawChoice hardware(/*may_pay=*/true);
  EXPECT_FALSE(hardware.next(scene(1), offer, 1, true).tried);
  EXPECT_EQ(hardware.next(scene(1), offer, 1, true).shown.samples, 1);
}

TEST(SampleChoice, WithoutMeasurementTakesSeveral) {
  DrawnFrames frames(9);
  const auto draws = frames.draw(scene(1), /*may_measure=*/false);
  EXPECT_EQ(draws.shown.samples, many);
  EXPECT_FALSE(draws.tried);
}

TEST(SampleChoice, StaysWithWhatIsKnownWhereItMayNotMeasure) {
  DrawnFrames frames(9);
  EXPECT_EQ(frames.settled_samples(scene(1)), 1);
  frames.ratio = 1;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(frames.draw(scene(1), false).shown.samples, 1);
  DrawnFrames cut_short(9);
  cut_short.draw(scene(1));
  for (int i = 0; i < 50; ++i)
    EXPECT_EQ(cut_short.draw(scene(1), false).shown.samples, many) << "a warm-up of one frame";
}

TEST(SampleChoice, MeasuresAgainForAnotherSceneRendererOrSize) {
  DrawnFrames frames(1.2);
  EXPECT_EQ(frames.settled_samples(scene(1)), many);
  EXPECT_FALSE(frames.draw(scene(1)).tried);
  EXPECT_FALSE(frames.draw(scene(1, 700, 400)).tried) << "a little larger";
  frames.ratio = 2;
  EXPECT_EQ(frames.settled_samples(scene(1, 1280, 720)), 1);
  EXPECT_EQ(frames.settled_samples(scene(1, 320, 180)), 1) << "and smaller";
  frames.ratio = 1.2;
  EXPECT_EQ(frames.settled_samples(scene(2, 320, 180)), many);
  Workload other = scene(2, 320, 180);
  frames.renderers = {"another"};
  frames.ratio = 2;
  EXPECT_EQ(frames.settled_samples(other), 1);
  other.are_triangles = false;
  EXPECT_TRUE(frames.draw(other).tried);
}

TEST(SampleChoice, FirstFramesAndOutliersDoNotCount) {
  DrawnFrames frames(50);  // programs are compiled
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(frames.draw(scene(1)).tried);
  frames.ratio = 1.2;
  frames.draw(scene(1));
  frames.ratio = 7;
  frames.draw(scene(1));
  frames.ratio = 1.2;
  EXPECT_EQ(frames.settled_samples(scene(1)), many);
}

/// On a GPU times are known a few frames later: those of the scene before do not count for the new one.
TEST(SampleChoice, LateTimesOfAnotherSubjectDoNotCount) {
  DrawnFrames frames(1);
  for (int i = 0; i < 4; ++i) frames.draw(scene(1));
  frames.draw(scene(2));
  for (std::uint64_t old = 1; old < 20; ++old) {
    frames.choice.add_shown(old % 5, 1);
    frames.choice.add_tried(old % 5, 1);
  }
  EXPECT_TRUE(frames.draw(scene(2)).tried) << "nothing is known of it";
}

TEST(SampleChoice, WithoutMemoryItTakesOne) {
  DrawnFrames frames(1);
  EXPECT_EQ(frames.settled_samples(scene(1)), many);
  frames.choice.refuse_samples();
  EXPECT_EQ(frames.draw(scene(1)).shown.samples, 1);
  EXPECT_FALSE(frames.draw(scene(1)).tried);
}

class RendererChoice : public testing::Test {
 protected:
  RendererChoice() {
    frames.renderers = both;
    frames.samples = 1;
  }
  std::string settle(const Workload& workload) { return frames.settle(workload).renderer; }
  DrawnFrames frames{1};
};

TEST_F(RendererChoice, TakesTheFasterAndDecidesOnce) {
  for (const double cost : {0.5, 0.94, 0.96, 2.0}) {
    DrawnFrames other(1, cost);
    other.renderers = both;
    other.samples = 1;
    EXPECT_EQ(other.settle(scene(1)).renderer, cost < 0.95 ? "raster" : "tiles") << cost;
    EXPECT_EQ(other.tried_in(1000, scene(1)), 0);
  }
}

TEST_F(RendererChoice, ThenTheSamplesOfTheFaster) {
  for (const double ratio : {1.2, 2.0}) {
    DrawnFrames others(ratio, 0.5);
    others.renderers = both;
    EXPECT_EQ(others.settle(scene(1)), (Way{"raster", ratio < 1.5 ? many : 1}));
    others.raster_cost = 3;
    EXPECT_EQ(others.settle(scene(2)), (Way{"tiles", ratio < 1.5 ? many : 1}));
  }
}

TEST_F(RendererChoice, DecidesAgainForAnotherSceneSizeOrNumberOfElements) {
  EXPECT_EQ(settle(scene(1)), "tiles");
  frames.raster_cost = 0.5;
  EXPECT_EQ(frames.tried_in(9, scene(1, 700, 400, 1400)), 0) << "a little of both";
  EXPECT_EQ(settle(scene(1, 700, 400, 1600)), "raster");
  frames.raster_cost = 2;
  EXPECT_EQ(settle(scene(1, 1280, 720, 1600)), "tiles");
  frames.raster_cost = 0.5;
  EXPECT_EQ(settle(scene(2, 1280, 720, 1600)), "raster");
}

TEST_F(RendererChoice, DecidesAgainWhereAFrameTakesMuchMoreOrLess) {
  for (const double change : {1.6, 1 / 1.6}) {
    const Workload workload = scene(change > 1 ? 1 : 2);
    frames.raster_cost = 2;
    EXPECT_EQ(settle(workload), "tiles");
    frames.tried_in(2 * static_cast<int>(DrawChoice::pause), workload);
    frames.raster_cost = 0.5;
    frames.slow *= 1.4;
    EXPECT_EQ(frames.tried_in(50, workload), 0) << "not much";
    frames.slow *= change / 1.4;
    EXPECT_GT(frames.tried_in(20, workload), 0);
    EXPECT_EQ(frames.draw(workload).shown.renderer, "raster");
    EXPECT_EQ(frames.tried_in(1000, workload), 0) << "once";
    frames.raster_cost = 2;
  }
}

/// A camera that keeps changing the cost of a frame does not double every frame.
TEST_F(RendererChoice, DecidesAgainRarely) {
  settle(scene(1));
  int tried = 0;
  constexpr int count = 3000;
  for (int i = 0; i < count; ++i) {
    frames.slow = i / 20 % 2 == 0 ? 1 : 9;
    tried += frames.draw(scene(1)).tried ? 1 : 0;
  }
  EXPECT_GT(tried, 0);
  EXPECT_LT(tried, count / 10);
}

TEST_F(RendererChoice, StaysWhereItMayNotMeasure) {
  frames.raster_cost = 0.1;
  for (int i = 0; i < 9; ++i) EXPECT_EQ(frames.draw(scene(1), false).shown.renderer, "tiles") << "the best is first";
  EXPECT_EQ(settle(scene(1)), "raster");
  frames.raster_cost = 9;
  for (const std::uint64_t number : {1, 2}) EXPECT_EQ(frames.draw(scene(number), false).shown.renderer, "raster");
}

TEST_F(RendererChoice, GoesOnWithANamedOne) {
  EXPECT_EQ(settle(scene(1)), "tiles");
  frames.renderers = {"raster"};
  EXPECT_EQ(frames.draw(scene(1)).shown.renderer, "raster");
  EXPECT_EQ(frames.tried_in(20, scene(1)), 0);
  frames.renderers = both;
  EXPECT_EQ(frames.draw(scene(1)).shown.renderer, "raster") << "until the other is known to be faster";
  frames.raster_cost = 2;
  EXPECT_EQ(settle(scene(1)), "tiles");
}

// ---- in frames

class AutomaticSamples : public FinePictures {
 protected:
  static std::shared_ptr<const Model> model() {
    auto result = std::make_shared<Model>();
    for (int i = 0; i < 5; ++i) {
      add_square(*result, {0.13f * static_cast<float>(i), 0.1f, -1.5f}, 0.31f, rgba(200, 150, 90, 120));
      for (std::size_t corner = result->positions.size() - 4; corner < result->positions.size(); ++corner)
        result->positions[corner].y += 0.3f * result->positions[corner].x;
    }
    compute_bounds(*result);
    return result;
  }
  AutomaticSamples() { look.samples = 0; }
  FrameStats draw(SceneRenderer& frame) { return frame.draw(camera, look, choice, canvas.target(), true); }
};

TEST_F(AutomaticSamples, AreMeasuredBesideThePictureThatIsShown) {
  for (const RendererAbout* about : {find_renderer("raster"), find_renderer("tiles")}) {
    if (!about->why_unavailable(gl).empty()) continue;
    SCOPED_TRACE(about->id);
    const int several = make(*about)->samples(DrawChoice::wanted, Footprint::triangle);
    if (several == 1) continue;
    look.renderer = about->id;
    for (const double ratio : {1.4, 1.6}) {
      SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
                          {.cost = [&](const std::string&, int samples) { return samples == 1 ? 1.0 : ratio; }});
      frame.set_scene(model());
      FrameStats report = draw(frame);
      const std::vector<std::uint8_t> first = canvas.read();
      int frames = 1;
      for (; report.measuring && frames < 50; ++frames) {
        EXPECT_EQ(report.samples, 1);
        EXPECT_EQ(canvas.read(), first) << "nothing flickers";
        report = draw(frame);
      }
      EXPECT_GT(frames, 5);
      EXPECT_LT(frames, 50);
      EXPECT_EQ(report.samples, ratio < 1.5 ? several : 1);
      EXPECT_EQ(canvas.read() == first, ratio > 1.5);
      look.samples = 1;
      EXPECT_EQ(draw(frame).samples, 1) << "a number that is named is taken";
      EXPECT_EQ(canvas.read(), first);
      look.samples = 0;
    }
  }
}

TEST_F(AutomaticSamples, AreNotMeasuredWhereThatIsNotAllowed) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
                      {.cost = [](const std::string&, int samples) { return 1.0 * samples; }});
  frame.set_measuring(false);
  frame.set_scene(model());
  const FrameStats report = draw(frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.samples, make(*find_renderer(report.renderer))->samples(4, Footprint::triangle));
}

TEST_F(AutomaticSamples, IsOneOnSoftwareRenderers) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "this is none";
  SceneRenderer frame(gl);
  frame.set_scene(model());
  const FrameStats report = draw(frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.samples, 1);
}

class AutomaticRenderer : public AutomaticSamples {
 protected:
  AutomaticRenderer() {
    look.renderer = "auto";
    look.samples = 1;
  }
  /// Where both renderers look triangles up.
  std::unique_ptr<SceneRenderer> make_frame(VertexFetch fetch = VertexFetch::pulled) {
    auto frame = std::make_unique<SceneRenderer>(
        gl, fetch, HeadlessContext::proc(), OrderHooks{},
        DrawHooks{.cost = [this](const std::string& renderer, int) { return renderer == faster ? 1.0 : 2.0; }});
    frame->set_scene(model());
    return frame;
  }
  std::string settle(SceneRenderer& frame) {
    for (int i = 0; i < 50; ++i) {
      const FrameStats report = draw(frame);
      EXPECT_TRUE(report.message.empty()) << report.message;
      if (!report.measuring) return report.renderer;
    }
    return "never decided";
  }
  std::string faster;
};

TEST_F(AutomaticRenderer, IsTheFasterOneOfThisScene) {
  if (drawing_renderers().size() < 2) GTEST_SKIP() << "there is but one here";
  for (const RendererAbout* about : {drawing_renderers().front(), drawing_renderers().back()}) {
    faster = about->id;
    const auto frame = make_frame();
    const FrameStats first = draw(*frame);
    const std::vector<std::uint8_t> picture = canvas.read();
    EXPECT_TRUE(first.measuring);
    for (int i = 0; i < 6; ++i) {
      EXPECT_EQ(draw(*frame).renderer, first.renderer);
      EXPECT_EQ(canvas.read(), picture) << "nothing flickers";
    }
    EXPECT_EQ(settle(*frame), faster);
    for (int i = 0; i < 9; ++i) EXPECT_FALSE(draw(*frame).measuring);
    look.renderer = faster;
    draw(*frame);
    const std::vector<std::uint8_t> named = canvas.read();
    look.renderer = "auto";
    EXPECT_EQ(settle(*frame), faster);
    EXPECT_EQ(canvas.read(), named);
  }
}

/// Measured alone, sides could settle on different ones, and their pictures would differ by that.
TEST_F(AutomaticRenderer, IsTheSameOnBothSides) {
  if (drawing_renderers().size() < 2) GTEST_SKIP() << "there is but one here";
  for (const RendererAbout* about : {drawing_renderers().front(), drawing_renderers().back()}) {
    faster = about->id;
    const auto frame = make_frame();
    settle(*frame);
    faster = "none";  // what the right side would measure
    for (int i = 0; i < 20; ++i) {
      frame->begin(2);
      const FrameStats left = frame->draw_side(0, camera, look, choice, canvas.target(), true);
      const std::vector<std::uint8_t> picture = canvas.read();
      const FrameStats right = frame->draw_side(1, camera, look, choice, canvas.target(), true);
      EXPECT_EQ(left.renderer, about->id);
      EXPECT_EQ(right.renderer, left.renderer);
      EXPECT_FALSE(right.measuring);
      EXPECT_EQ(canvas.read(), picture);
    }
    Look named = look;
    named.renderer = drawing_renderers().front()->id;
    EXPECT_EQ(frame->draw_side(1, camera, named, choice, canvas.target(), true).renderer, named.renderer);
  }
}

/// Only while it is measured are there two.
TEST_F(AutomaticRenderer, LetsGoOfTheSlowerOne) {
  if (drawing_renderers().size() < 2) GTEST_SKIP() << "there is but one here";
  faster = "raster";
  const auto frame = make_frame();
  draw(*frame);
  const std::size_t while_measured = frame->gpu_bytes();
  settle(*frame);
  EXPECT_LT(frame->gpu_bytes(), while_measured) << "tiles has memory of its own";
}

TEST_F(AutomaticRenderer, IsNotMeasuredWhereThatIsNotAllowed) {
  faster = "raster";
  const auto frame = make_frame();
  frame->set_measuring(false);
  const FrameStats report = draw(*frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.renderer, ranked_renderers(gl, true).front()->id);
}

/// They cannot share an order that is expanded for one of them.
TEST_F(AutomaticRenderer, IsOneOfThoseThatReadTheOrderInOneWay) {
  faster = "tiles";
  const auto frame = make_frame(VertexFetch::expanded);
  const RendererAbout& taken = *find_renderer(settle(*frame));
  const IndexLayout layout = taken.make({gpu, VertexFetch::expanded})->index_layout(0);
  EXPECT_EQ(layout, gl::is_software(gl) ? IndexLayout::elements : IndexLayout::corners);
}

TEST_F(AutomaticRenderer, OfSoftwareRenderersIsThatOfTheProcessor) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "this is none";
  SceneRenderer frame(gl);
  frame.set_scene(model());
  const FrameStats report = draw(frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.renderer, "cpu");
}

}  // namespace
}  // namespace farfirst::app
