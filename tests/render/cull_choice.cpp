// When `auto` culls: decided by made-up times.

#include "render/cull_choice.h"

#include <gtest/gtest.h>

#include <functional>

#include "gpu_scenes.h"

namespace farfirst::app {
namespace {

using CameraMotion = CullChoice::Motion;

/// Frames whose times are known three frames later.
class Frames {
 public:
  std::function<double(CameraMotion, bool culled)> cost;
  double outside = 0.9;
  CullChoice::Workload workload{.scene = 1};
  int counted = 0;
  bool may_measure = true;

  bool draw(CameraMotion motion) {
    const CullChoice::Plan plan = choice_.next(workload, motion, ++frame_, may_measure);
    if (plan.cull || plan.count) choice_.add_outside(outside);
    if (plan.count) ++counted;
    late_.push_back({frame_, cost(motion, plan.cull)});
    if (late_.size() > 3) {
      choice_.add_time(late_.front().first, late_.front().second);
      late_.pop_front();
    }
    return plan.cull;
  }
  /// How many of these frames were culled.
  int draw(CameraMotion motion, int frames) {
    int culled = 0;
    for (int i = 0; i < frames; ++i) culled += draw(motion) ? 1 : 0;
    return culled;
  }

 private:
  CullChoice choice_;
  std::uint64_t frame_ = 0;
  std::deque<std::pair<std::uint64_t, double>> late_;
};

double pays(CameraMotion, bool culled) { return culled ? 1 : 2; }
double costs(CameraMotion, bool culled) { return culled ? 2 : 1; }

TEST(CullChoice, TriesItAndKeepsItWhereItIsFaster) {
  Frames frames;
  frames.cost = pays;
  EXPECT_FALSE(frames.draw(CameraMotion::moved)) << "nothing is known yet";
  frames.draw(CameraMotion::moved, 30);
  EXPECT_GE(frames.draw(CameraMotion::moved, 1000), 1000 - 2 * 10)
      << "but for a look at the other way every 600 frames";
}

TEST(CullChoice, TriesItForAFewFramesWhereItIsSlower) {
  Frames frames;
  frames.cost = costs;
  EXPECT_LE(frames.draw(CameraMotion::moved, 590), 10);
}

TEST(CullChoice, DoesNotTryItWhereFewElementsAreOutside) {
  Frames frames;
  frames.cost = pays;
  frames.outside = 0.19;
  EXPECT_EQ(frames.draw(CameraMotion::moved, 320), 0);
  EXPECT_EQ(frames.counted, 20) << "now and then";
  frames.outside = 0.5;
  frames.draw(CameraMotion::moved, 40);
  EXPECT_EQ(frames.draw(CameraMotion::moved, 100), 100);
  frames.outside = 0.1;
  EXPECT_EQ(frames.draw(CameraMotion::moved, 100), 1) << "the share is known late";
}

TEST(CullChoice, AGainOfLessThanATwentiethIsNone) {
  Frames frames;
  frames.cost = [](CameraMotion, bool culled) { return culled ? 0.96 : 1.0; };
  EXPECT_LE(frames.draw(CameraMotion::moved, 590), 10);
  Frames others;
  others.cost = [](CameraMotion, bool culled) { return culled ? 0.94 : 1.0; };
  others.draw(CameraMotion::moved, 40);
  EXPECT_EQ(others.draw(CameraMotion::moved, 500), 500);
  others.cost = [](CameraMotion, bool culled) { return culled ? 1.0 : 0.96; };
  others.draw(CameraMotion::moved, 600);
  EXPECT_GE(others.draw(CameraMotion::moved, 1000), 1000 - 2 * 10) << "nor is it one to stop";
}

/// The clocks of a GPU rise in the first frames.
TEST(CullChoice, TimesThatBecomeShorterByThemselvesAreNoGain) {
  Frames frames;
  double slowness = 2;
  frames.cost = [&](CameraMotion, bool culled) {
    slowness = 1 + 0.95 * (slowness - 1);
    return slowness * (culled ? 1.03 : 1.0);
  };
  EXPECT_LE(frames.draw(CameraMotion::moved, 590), 10);
}

/// The order of all elements holds for every direction; that of some asks for a sort.
TEST(CullChoice, TurningAndMovingAreTwoThings) {
  Frames frames;
  frames.cost = [](CameraMotion motion, bool culled) {
    return motion == CameraMotion::moved ? pays(motion, culled) : culled ? 2 : 1;
  };
  frames.draw(CameraMotion::moved, 50);
  frames.draw(CameraMotion::turned, 50);
  EXPECT_EQ(frames.draw(CameraMotion::moved, 100), 100);
  EXPECT_EQ(frames.draw(CameraMotion::turned, 100), 0);
  EXPECT_TRUE(frames.draw(CameraMotion::moved));
  EXPECT_TRUE(frames.draw(CameraMotion::none)) << "what does not move stays as it is";
  EXPECT_FALSE(frames.draw(CameraMotion::turned));
  EXPECT_FALSE(frames.draw(CameraMotion::none));
}

TEST(CullChoice, ComparesAgainWhenTheShareHasChanged) {
  Frames frames;
  frames.cost = costs;
  frames.outside = 0.3;
  frames.draw(CameraMotion::turned, 200);
  frames.cost = pays;
  EXPECT_EQ(frames.draw(CameraMotion::turned, 100), 0);
  frames.outside = 0.35;
  EXPECT_EQ(frames.draw(CameraMotion::turned, 100), 0);
  frames.outside = 0.8;
  frames.draw(CameraMotion::turned, 40);
  EXPECT_EQ(frames.draw(CameraMotion::turned, 100), 100);
}

TEST(CullChoice, ARunWithoutAWindowStaysWithWhatIsKnown) {
  Frames frames;
  frames.cost = pays;
  frames.may_measure = false;
  EXPECT_EQ(frames.draw(CameraMotion::moved, 200), 0);
  EXPECT_EQ(frames.counted, 0);
  frames.may_measure = true;
  frames.draw(CameraMotion::moved, 40);
  frames.may_measure = false;
  EXPECT_EQ(frames.draw(CameraMotion::moved, 1000), 1000);
}

TEST(CullChoice, ATrialThatMayNotGoOnDecidesNothing) {
  Frames frames;
  frames.cost = costs;
  int before = 0;
  while (!frames.draw(CameraMotion::moved)) ASSERT_LT(++before, 100) << "it is never tried";
  frames.may_measure = false;
  EXPECT_EQ(frames.draw(CameraMotion::moved, 200), 0);
  frames.may_measure = true;
  EXPECT_LE(frames.draw(CameraMotion::moved, 500), 10);
}

TEST(CullChoice, AnotherSceneStartsOver) {
  Frames frames;
  frames.cost = pays;
  frames.draw(CameraMotion::moved, 50);
  frames.workload.scene = 2;
  EXPECT_FALSE(frames.draw(CameraMotion::moved));
}

class AutoCulling : public GpuFrameTest {
 protected:
  AutoCulling() : GpuFrameTest(Backend::gl) { choice.algorithm = "gl.radix"; }
};

TEST_F(AutoCulling, TheFrameFollowsAndThePictureStays) {
  bool faster = true;
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
                      {.frame_cost = [&](bool culled) { return culled == faster ? 1.0 : 2.0; }});
  SceneRenderer whole(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(soup(500));
  whole.set_scene(soup(500));
  camera.eye = {0, 0, -2};
  const auto draw_both = [&](int frames) {
    int culled = 0;
    for (int i = 0; i < frames; ++i) {
      camera.look(0.05f, 0);
      choice.cull.reset();
      culled += draw(frame).wanted.cull ? 1 : 0;
      const Picture drawn = canvas.read();
      choice.cull = false;
      EXPECT_EQ(drawn, picture(whole));
    }
    return culled;
  };
  for (const Resort resort : {Resort::always, Resort::moved}) {
    choice.resort = resort;
    EXPECT_GE(draw_both(60), 20);
  }
  choice.cull.reset();
  EXPECT_TRUE(draw(frame, false).wanted.cull) << "standing";
  faster = false;
  frame.set_scene(soup(400));
  whole.set_scene(soup(400));
  EXPECT_LE(draw_both(60), 12);
}

TEST_F(AutoCulling, OrdersOfTheCpuHoldAllElements) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {},
                      {.frame_cost = [&](bool culled) { return culled ? 1.0 : 2.0; }});
  frame.set_scene(soup(500));
  camera.eye = {0, 0, -2};
  choice.algorithm = "cpu.lsd_radix";
  for (int i = 0; i < 60; ++i) {
    camera.look(0.1f, 0);
    EXPECT_FALSE(draw(frame).wanted.cull);
  }
}

}  // namespace
}  // namespace farfirst::app
