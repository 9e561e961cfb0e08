// Reports of frames: policies, ages, failures, changing scenes.

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <thread>

#include "scene/fountain.h"
#include "scene/particles.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

class Report : public FrameTest {
 protected:
  SceneRenderer frame{gl, VertexFetch::automatic, HeadlessContext::proc()};

  void SetUp() override {
    auto model = std::make_shared<Model>();
    for (int i = 0; i < 20; ++i) {
      add_square(*model, {0, 0, -1.0f - static_cast<float>(i % 7)}, 0.4f, rgba(200, 100, 50, 100));
    }
    frame.set_scene(std::move(model));
  }
  FrameStats draw(bool wait = true) { return frame.draw(camera, look, choice, canvas.target(), wait); }
};

TEST_F(Report, HasWhatWasDone) {
  choice.check_order = true;
  choice.algorithm = "cpu.std_sort";
  const FrameStats report = draw();
  EXPECT_TRUE(report.sorted);
  EXPECT_EQ(report.elements, 40u);
  EXPECT_EQ(report.order_age, 0u);
  EXPECT_EQ(report.algorithm, "cpu.std_sort");
  EXPECT_TRUE(report.check_result.is_right());
  EXPECT_EQ(report.check_result.algorithm, "cpu.std_sort");
  EXPECT_EQ(report.check_result.right, 1u);
  EXPECT_EQ(report.message, "");
  EXPECT_FALSE(report.passes.empty());
  for (const double time : {report.distance, report.sort, report.upload, report.check, report.draw})
    EXPECT_GE(time, 0.0);
  EXPECT_GE(report.total, report.sort);
  EXPECT_GE(report.total, report.draw);
  EXPECT_GE(frame.gpu_bytes(), 8u * 64 * 64 + 80 * 24);
  EXPECT_GT(frame.host_bytes(), 0u);
  EXPECT_FALSE(frame.bounds().empty());
}

TEST_F(Report, SaysWhichFrameItsTimesAreOf) {
  choice.check_order = true;
  for (std::uint64_t number = 1; number <= 3; ++number) {
    camera.orbit(0.1f, 0);
    const FrameStats report = draw();
    EXPECT_EQ(report.number, number);
    EXPECT_EQ(report.order_of, number);
    EXPECT_EQ(report.check_of, number);
    EXPECT_EQ(report.draw_of, number);
    EXPECT_EQ(report.wanted.n, 40u);
    EXPECT_TRUE(report.wanted.are_triangles);
  }
  choice.primitive = Primitive::points;
  EXPECT_FALSE(draw().wanted.are_triangles);
}

/// The order that was asked for in one frame and comes into use in a later one belongs to that one.
TEST_F(Report, TimesOfALateOrderAreOfTheFrameThatFirstDrewIt) {
  choice.algorithm = "cpu.std_sort";
  FrameStats report = draw(false);
  for (int i = 0; i < 2000 && !report.sorted; ++i) {
    std::this_thread::sleep_for(1ms);
    report = draw(false);
  }
  ASSERT_TRUE(report.sorted);
  EXPECT_EQ(report.order_of, report.number);
}

TEST_F(Report, FileOrderHasNoSortToReport) {
  choice.draw_order = DrawOrder::file_order;
  choice.resort = Resort::always;
  const FrameStats report = draw();
  EXPECT_TRUE(report.sorted);
  EXPECT_EQ(report.algorithm, "");
  EXPECT_EQ(report.sort, -1);
  EXPECT_EQ(report.distance, -1);
  camera.orbit(0.3f, 0.1f);
  EXPECT_FALSE(draw().sorted) << "the order of the file stays what it is";
}

TEST_F(Report, MovedSortsRadialKeysOnlyWhenTheEyeMoves) {
  choice.resort = Resort::moved;
  EXPECT_TRUE(draw().sorted);
  EXPECT_FALSE(draw().sorted);
  camera.look(0.1f, 0.05f);
  const FrameStats turned = draw();
  EXPECT_FALSE(turned.sorted) << "turning in place changes no distance";
  EXPECT_EQ(turned.order_age, 0u);
  EXPECT_EQ(turned.sort, -1);
  camera.fly({0, 0, 0.01f});
  EXPECT_TRUE(draw().sorted);
  look.opacity = 0.2f;
  EXPECT_FALSE(draw().sorted);
  choice.sort_point = SortPoint::nearest;
  EXPECT_TRUE(draw().sorted);
  choice.algorithm = "cpu.std_sort";
  EXPECT_TRUE(draw().sorted);
  choice.seed = 99;
  EXPECT_FALSE(draw().sorted) << "only the shuffle has a seed";
}

TEST_F(Report, MovedSortsViewDepthWhenTheEyeOrTheAxisMoves) {
  choice.metric = Metric::view_depth;
  EXPECT_TRUE(draw().sorted);
  EXPECT_FALSE(draw().sorted);
  camera.look(0.1f, 0.05f);
  EXPECT_TRUE(draw().sorted);
  camera.fly({0.1f, 0, 0});
  EXPECT_TRUE(draw().sorted);
  camera.field_of_view = 50;
  EXPECT_FALSE(draw().sorted);
}

TEST_F(Report, AlwaysSortsEveryFrame) {
  choice.resort = Resort::always;
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(draw().sorted);
}

TEST_F(Report, MovedAndAlwaysDrawTheSame) {
  SceneRenderer other(gl);
  auto model = std::make_shared<Model>();
  for (int i = 0; i < 30; ++i) {
    add_square(*model, {0, 0.05f * static_cast<float>(i), -1.0f - 0.1f * static_cast<float>(i * 7 % 30)}, 0.4f,
               rgba(static_cast<unsigned>(8 * i), 100, 50, 100));
  }
  frame.set_scene(model);
  other.set_scene(model);
  for (int i = 0; i < 12; ++i) {
    choice.metric = i < 6 ? Metric::radial : Metric::view_depth;
    if (i % 3 == 0) camera.look(0.05f, 0);
    if (i % 3 == 1) camera.orbit(0.2f, 0.1f);
    choice.resort = Resort::moved;
    draw();
    const auto moved = canvas.read();
    choice.resort = Resort::always;
    other.draw(camera, look, choice, canvas.target(), true);
    EXPECT_EQ(canvas.read(), moved) << "frame " << i;
  }
}

TEST_F(Report, UnknownEntryThrowsOnlyWhereTheFrameWaits) {
  choice.algorithm = "cpu.nonsense";
  EXPECT_THROW(draw(true), Error);
  FrameStats report;
  for (int i = 0; i < 2000 && report.elements == 0; ++i) {
    report = draw(false);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(report.elements, 40u);
  EXPECT_NE(report.message.find("cpu.nonsense"), std::string::npos) << report.message;
  EXPECT_NE(draw(false).message, "") << "as long as it holds";
  choice.algorithm = "auto";
  EXPECT_EQ(draw(true).message, "");
}

TEST_F(Report, ChangesOfSceneTakeEffectAtOnce) {
  for (int i = 1; i <= 20; ++i) {
    auto model = std::make_shared<Model>();
    for (int k = 0; k < i; ++k) add_point(*model, {0, 0, -1.0f}, rgba(255, 255, 255));
    frame.set_scene(model);
    const FrameStats before = draw(false);
    EXPECT_TRUE(before.elements == 0 || before.elements == static_cast<std::uint32_t>(i));
    EXPECT_EQ(draw(true).elements, static_cast<std::uint32_t>(i));
  }
  frame.set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 500, 1));
  EXPECT_EQ(draw(true).elements, 500u);
  frame.set_scene(std::make_shared<const Model>());
  EXPECT_EQ(draw(true).elements, 0u);
}

/// A frame whose sorts are held up.
class SlowSort : public FrameTest {
 protected:
  SlowSort() { choice.algorithm = "cpu.lsd_radix"; }

  std::promise<void> opened;
  std::shared_future<void> open = opened.get_future().share();
  std::atomic<bool> slow{false};

  OrderHooks slow_sorts() {
    return {.before_cpu_sort = [this](const Task&) {
      if (slow) open.wait();
    }};
  }
  static std::shared_ptr<Model> one_square() {
    auto model = std::make_shared<Model>();
    add_square(*model, {0, 0, -1}, 0.5f, rgba(200, 100, 50, 100));
    return model;
  }
};

TEST_F(SlowSort, DelaysTheOrderAndNotTheFrame) {
  SceneRenderer frame(gl, VertexFetch::automatic, nullptr, slow_sorts());
  frame.set_scene(one_square());
  frame.draw(camera, look, choice, canvas.target(), true);
  const Pixel sharp = canvas.middle();

  slow = true;
  for (std::uint32_t i = 1; i <= 10; ++i) {
    camera.fly({0, 0, 0.001f});
    const FrameStats report = frame.draw(camera, look, choice, canvas.target(), false);  // would hang if it waited
    EXPECT_EQ(report.order_age, i);
    EXPECT_FALSE(report.sorted);
    EXPECT_EQ(report.elements, 2u);
  }
  EXPECT_EQ(canvas.middle()[3], sharp[3]) << "drawn with the order there is";

  // The scene changes while the sort of the old one still runs.
  frame.set_scene(one_square());
  EXPECT_EQ(frame.draw(camera, look, choice, canvas.target(), false).elements, 0u);
  opened.set_value();
  const FrameStats report = frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(report.order_age, 0u);
  EXPECT_EQ(report.elements, 2u);
}

TEST_F(SlowSort, FrameCanEndWhileItRuns) {
  std::thread opener;
  {
    SceneRenderer frame(gl, VertexFetch::automatic, nullptr, slow_sorts());
    frame.set_scene(one_square());
    slow = true;
    frame.draw(camera, look, choice, canvas.target(), false);
    opener = std::thread([this] {
      std::this_thread::sleep_for(50ms);
      opened.set_value();
    });
  }
  opener.join();
}

TEST_F(FrameTest, FailureOfEverySortIsASentence) {
  bool fail = false;
  SceneRenderer frame(gl, VertexFetch::automatic, nullptr, {.before_update = [&] {
                        if (fail) throw OutOfMemory("no memory for the sort");
                      }});
  auto model = std::make_shared<Model>();
  add_square(*model, {0, 0, -1}, 0.5f, rgba(200, 100, 50, 100));
  frame.set_scene(model);
  frame.draw(camera, look, choice, canvas.target(), true);
  fail = true;
  camera.fly({0, 0, 0.001f});
  const FrameStats report = frame.draw(camera, look, choice, canvas.target(), false);
  EXPECT_EQ(report.message, "no memory for the sort");
  EXPECT_EQ(report.elements, 2u) << "drawn with the order before";
  EXPECT_GT(report.order_age, 0u);
  camera.fly({0, 0, 0.001f});
  EXPECT_THROW(frame.draw(camera, look, choice, canvas.target(), true), OutOfMemory);
}

/// On the worker's thread, and so known later.
TEST_F(FrameTest, AfterAFailureOnTheCpuAnotherEntryGoesOn) {
  std::atomic<bool> fail{false};
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), {.before_cpu_sort = [&](const Task& task) {
                        if (fail && task.by.algorithm->id == "cpu.std_sort")
                          throw OutOfMemory("no memory for the sort");
                      }});
  auto model = std::make_shared<Model>();
  add_square(*model, {0, 0, -1}, 0.5f, rgba(200, 100, 50, 100));
  frame.set_scene(model);
  choice.algorithm = "cpu.std_stable";
  frame.draw(camera, look, choice, canvas.target(), true);
  fail = true;
  choice.algorithm = "cpu.std_sort";
  FrameStats report;
  for (int i = 0; i < 2000 && report.message.empty(); ++i) {
    report = frame.draw(camera, look, choice, canvas.target(), false);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(report.message, "no memory for the sort; sorted by cpu.std_stable instead");
  EXPECT_EQ(report.algorithm, "cpu.std_stable");
  EXPECT_THROW(frame.draw(camera, look, choice, canvas.target(), true), OutOfMemory);
  fail = false;
  report = frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_EQ(report.algorithm, "cpu.std_sort");
  EXPECT_EQ(report.message, "");
}

}  // namespace
}  // namespace farfirst::app
