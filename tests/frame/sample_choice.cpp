// How `auto` decides how many samples a pixel has, with costs that are given.

#include "render/sample_choice.h"

#include <gtest/gtest.h>

#include "fine_pictures.h"
#include "object/context.h"

namespace farfirst::app {
namespace {

using Subject = SampleChoice::Subject;

constexpr int many = 4;

Subject scene(std::uint64_t number, int width = 640, int height = 360) {
  return {.scene = number, .renderer = "raster", .are_triangles = true, .width = width, .height = height};
}

/// Frames in which several samples cost `ratio` times as much as one.
class Frames {
 public:
  explicit Frames(double cost) : ratio(cost) {}

  SampleChoice::Draws draw(const Subject& subject, bool may_measure = true) {
    const auto draws = choice.next(subject, many, ++frame, may_measure);
    EXPECT_TRUE(draws.shown == 1 || draws.shown == many);
    if (draws.tried > 0) choice.add_tried(frame, cost_of(draws.tried));
    choice.add_shown(frame, cost_of(draws.shown));
    return draws;
  }
  /// Until it is known. What is shown meanwhile does not change.
  int settle(const Subject& subject, int shown_meanwhile) {
    for (int i = 0; i < 20; ++i) {
      const auto draws = draw(subject);
      if (draws.tried == 0) return draws.shown;
      EXPECT_EQ(draws.shown, shown_meanwhile);
      EXPECT_EQ(draws.tried, shown_meanwhile == 1 ? many : 1);
    }
    ADD_FAILURE() << "never decided";
    return 0;
  }

  SampleChoice choice{/*may_pay=*/true};
  double ratio;
  /// Of a frame, times the usual.
  double slow = 1;
  std::uint64_t frame = 0;

 private:
  double cost_of(int samples) const { return slow * (samples > 1 ? ratio : 1.0); }
};

TEST(SampleChoice, TakesSeveralWhereTheyCostLessThanHalfAsMuchAgain) {
  EXPECT_EQ(Frames(1.49).settle(scene(1), 1), many);
  EXPECT_EQ(Frames(1.5).settle(scene(1), 1), 1);
  EXPECT_EQ(Frames(3).settle(scene(1), 1), 1);
}

TEST(SampleChoice, MeasuresNothingInSoftwareNorWhereThereIsNoChoice) {
  SampleChoice software(/*may_pay=*/false);
  EXPECT_EQ(software.next(scene(1), many, 1, true).shown, 1);
  EXPECT_EQ(software.next(scene(1), many, 2, false).shown, 1);
  SampleChoice hardware(/*may_pay=*/true);
  EXPECT_EQ(hardware.next(scene(1), 1, 1, true).tried, 0);
  EXPECT_EQ(hardware.next(scene(1), 1, 1, true).shown, 1);
}

TEST(SampleChoice, WithoutMeasurementTakesSeveral) {
  Frames frames(9);
  const auto draws = frames.draw(scene(1), /*may_measure=*/false);
  EXPECT_EQ(draws.shown, many);
  EXPECT_EQ(draws.tried, 0);
}

TEST(SampleChoice, StaysWithWhatIsKnownWhereItMayNotMeasure) {
  Frames frames(9);
  EXPECT_EQ(frames.settle(scene(1), 1), 1);
  frames.ratio = 1;
  for (int i = 0; i < 50; ++i) EXPECT_EQ(frames.draw(scene(1), false).shown, 1);
  Frames cut_short(9);
  cut_short.draw(scene(1));
  for (int i = 0; i < 50; ++i) EXPECT_EQ(cut_short.draw(scene(1), false).shown, many) << "a warm-up of one frame";
}

TEST(SampleChoice, MeasuresAgainForAnotherSceneRendererOrSize) {
  Frames frames(1.2);
  EXPECT_EQ(frames.settle(scene(1), 1), many);
  EXPECT_EQ(frames.draw(scene(1)).tried, 0);
  EXPECT_EQ(frames.draw(scene(1, 700, 400)).tried, 0) << "a little larger";
  frames.ratio = 2;
  EXPECT_EQ(frames.settle(scene(1, 1280, 720), many), 1);
  EXPECT_EQ(frames.settle(scene(1, 320, 180), 1), 1) << "and smaller";
  frames.ratio = 1.2;
  EXPECT_EQ(frames.settle(scene(2, 320, 180), 1), many);
  Subject other = scene(2, 320, 180);
  other.renderer = "another";
  frames.ratio = 2;
  EXPECT_EQ(frames.settle(other, many), 1);
  other.are_triangles = false;
  EXPECT_GT(frames.draw(other).tried, 0);
}

TEST(SampleChoice, FirstFramesAndOutliersDoNotCount) {
  Frames frames(1.2);
  frames.ratio = 50;  // programs are compiled
  for (int i = 0; i < 2; ++i) EXPECT_GT(frames.draw(scene(1)).tried, 0);
  frames.ratio = 1.2;
  frames.draw(scene(1));
  frames.ratio = 7;
  frames.draw(scene(1));
  frames.ratio = 1.2;
  EXPECT_EQ(frames.settle(scene(1), 1), many);
}

/// On a GPU times are known a few frames later: those of the scene before do not count for the new one.
TEST(SampleChoice, LateTimesOfAnotherSubjectDoNotCount) {
  SampleChoice choice(/*may_pay=*/true);
  std::uint64_t frame = 0;
  for (int i = 0; i < 4; ++i) choice.next(scene(1), many, ++frame, true);
  choice.next(scene(2), many, ++frame, true);
  for (std::uint64_t old = 1; old < 20; ++old) {
    choice.add_shown(old % 5, 1);
    choice.add_tried(old % 5, 1);
  }
  EXPECT_GT(choice.next(scene(2), many, ++frame, true).tried, 0) << "nothing is known of it";
}

TEST(SampleChoice, WhereThereIsNoMemoryItTakesOne) {
  Frames frames(1);
  EXPECT_EQ(frames.settle(scene(1), 1), many);
  frames.choice.refuse();
  EXPECT_EQ(frames.draw(scene(1)).shown, 1);
  EXPECT_EQ(frames.draw(scene(1)).tried, 0);
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
  FrameReport draw(Frame& frame) { return frame.draw(camera, look, choice, canvas.target(), true); }
};

TEST_F(AutomaticSamples, AreMeasuredBesideThePictureThatIsShown) {
  for (const RendererAbout* about : drawing_renderers()) {
    SCOPED_TRACE(about->id);
    const int several = make(*about)->samples(SampleChoice::wanted, Footprint::triangle);
    if (several == 1) continue;
    look.renderer = about->id;
    for (const double ratio : {1.4, 1.6}) {
      Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
                  {.cost = [&](int samples) { return samples == 1 ? 1.0 : ratio; }});
      frame.set_scene(model());
      FrameReport report = draw(frame);
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
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
              {.cost = [](int samples) { return 1.0 * samples; }});
  frame.set_measuring(false);
  frame.set_scene(model());
  const FrameReport report = draw(frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.samples, make(*find_renderer(report.renderer))->samples(4, Footprint::triangle));
}

TEST_F(AutomaticSamples, IsOneOnSoftwareRenderers) {
  if (!gl::is_software(gl)) GTEST_SKIP() << "this is none";
  Frame frame(gl);
  frame.set_scene(model());
  const FrameReport report = draw(frame);
  EXPECT_FALSE(report.measuring);
  EXPECT_EQ(report.samples, 1);
}

}  // namespace
}  // namespace farfirst::app
