// Every order is checked: planted faults are found whatever made the order, another entry takes over, and nothing
// else changes. The faults are in OpenGL's copy of the order for the check, not in what is drawn.

#include "order/order_validator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "gpu_scenes.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::uint32_t>;
using Damage = std::function<void(Words&)>;

/// Damages the orders of some entries.
class Liar {
 public:
  struct Plan {
    std::set<std::string> liars;
    Damage damage;
  };
  Liar(const GladGLContext& gl, const Plan& plan) : gl_(gl), plan_(plan) {}

  /// The drawn order stays; the damaged one lies after it.
  void lie(Order& order) {
    if (!plan_.liars.contains(order.algorithm)) return;
    const Words drawn = words(order.view.buffer, order.view.offset, order.view.words);
    Words damaged = words(order.view.buffer, order.view.order_offset, order.wanted.n);
    plan_.damage(damaged);
    Words both = drawn;
    both.insert(both.end(), damaged.begin(), damaged.end());
    buffer_ = gl::Buffer(gl_, both.size() * 4, both.data());
    order.view.buffer = buffer_.name();
    order.view.offset = 0;
    order.view.order_offset = drawn.size() * 4;
  }

 private:
  Words words(GLuint buffer, std::size_t offset, std::size_t count) const {
    Words result(count);
    gl_.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl_.GetNamedBufferSubData(buffer, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(count * 4), result.data());
    return result;
  }

  const GladGLContext& gl_;
  const Plan& plan_;
  gl::Buffer buffer_;
};

class OrderValidatorTest : public FrameTest {
 protected:
  OrderValidatorTest() {
    look.point_size = 9;
    choice.resort = Resort::always;
    choice.check_order = true;
  }
  OrderHooks lies() {
    return {.on_new_order = [this](Order& order) { damaged.lie(order); }};
  }
  std::unique_ptr<SceneRenderer> lying_frame(VertexFetch fetch = VertexFetch::automatic) {
    return std::make_unique<SceneRenderer>(gl, fetch, HeadlessContext::proc(), lies());
  }
  FrameStats draw(SceneRenderer& frame, bool wait) { return frame.draw(camera, look, choice, canvas.target(), wait); }
  /// Frames that do not wait, until one is as wanted.
  template <class Condition>
  FrameStats draw_until(SceneRenderer& frame, Condition condition) {
    FrameStats report;
    for (int i = 0; i < 3000; ++i) {
      report = draw(frame, false);
      if (condition(report)) return report;
      std::this_thread::sleep_for(1ms);
    }
    ADD_FAILURE() << "it never came";
    return report;
  }

  Liar::Plan plan;
  Liar damaged{gl, plan};
};

/// One of each kind of source that runs here.
std::vector<std::string> some_entries() {
  std::vector<std::string> result;
  for (const Backend backend : {Backend::cpu, Backend::gl, Backend::cuda}) {
    const auto entries = entries_of(backend);
    if (!entries.empty()) result.emplace_back(entries.front()->id);
  }
  return result;
}

TEST_F(OrderValidatorTest, PlantedFaultsAreFoundWhereverTheOrderComesFrom) {
  const std::uint32_t n = 1000;
  const std::vector<std::pair<OrderCheck::Fault, Damage>> faults = {
      {OrderCheck::Fault::index_out_of_range, [](Words& order) { order[500] = 1000; }},
      {OrderCheck::Fault::index_repeated, [](Words& order) { order[999] = order[3]; }},
      {OrderCheck::Fault::keys_descend, [](Words& order) { std::swap(order[0], order[999]); }},
      {OrderCheck::Fault::none, [](Words&) {}}};
  for (const DrawnScene& scene : scenes(n)) {
    for (const std::string& entry : some_entries()) {
      for (const DrawOrder order : {DrawOrder::back_to_front, DrawOrder::front_to_back}) {
        for (const auto& [fault, damage] : faults) {
          SCOPED_TRACE(std::string(scene.name) + ", " + entry +
                       (order == DrawOrder::front_to_back ? ", front to back" : ""));
          plan = {{entry}, damage};
          choice.algorithm = entry;
          choice.draw_order = order;
          const auto frame = lying_frame(scene.fetch);
          frame->set_scene(scene.model);
          const FrameStats report = draw(*frame, true);
          ASSERT_TRUE(report.check_result.known) << report.check_result.trouble;
          EXPECT_EQ(report.check_result.algorithm, entry);
          EXPECT_EQ(report.check_result.age, 0u);
          EXPECT_EQ(report.check_result.is_wrong(), fault != OrderCheck::Fault::none);
          // A repeated index may be found as a pair of descending keys: the first fault is reported.
          if (fault != OrderCheck::Fault::index_repeated) {
            EXPECT_EQ(report.check_result.order.fault, fault) << report.check_result.order.sentence();
          }
        }
      }
    }
  }
}

TEST_F(OrderValidatorTest, TheNextEntryTakesOverAndTheWrongOneWaitsToBeNamedAgain) {
  for (const std::string& liar : some_entries()) {
    SCOPED_TRACE(liar);
    plan = {{liar}, [](Words& order) { std::swap(order.front(), order.back()); }};
    const auto frame = lying_frame();
    frame->set_scene(cloud(500));
    choice.algorithm = "cpu.std_stable";
    const Picture expected = (draw(*frame, true), canvas.read());
    choice.algorithm = liar;
    const FrameStats found = draw_until(*frame, [](const FrameStats& r) { return r.check_result.is_wrong(); });
    EXPECT_EQ(found.check_result.algorithm, liar);
    EXPECT_TRUE(found.check_result.awaited) << "there is more to draw";
    draw_until(*frame, [](const FrameStats& r) { return r.check_result.is_right() && r.order_age == 0; });
    for (int i = 0; i < 10; ++i) {
      const FrameStats report = draw(*frame, false);
      EXPECT_NE(report.algorithm, liar);
      EXPECT_FALSE(report.check_result.is_wrong());
      EXPECT_TRUE(report.message.starts_with(liar + ": ")) << report.message;
      EXPECT_TRUE(report.message.ends_with("; sorted by " + report.algorithm + " instead")) << report.message;
    }
    EXPECT_EQ(canvas.read(), expected);
    EXPECT_THROW(draw(*frame, true), Error) << "a frame that waits for it";

    plan.liars.clear();  // repaired
    choice.algorithm = "auto";
    draw_until(*frame, [](const FrameStats& r) { return !r.algorithm.empty() && r.order_age == 0; });
    choice.algorithm = liar;
    const FrameStats again =
        draw_until(*frame, [&](const FrameStats& r) { return r.check_result.algorithm == liar && r.order_age == 0; });
    EXPECT_TRUE(again.check_result.is_right());
    EXPECT_EQ(again.algorithm, liar);
    EXPECT_EQ(again.message, "");
  }
}

TEST_F(OrderValidatorTest, AutoGoesOnWithTheNextAndSaysSo) {
  const auto frame = lying_frame();
  frame->set_scene(cloud(500));
  const std::string best = draw(*frame, true).algorithm;
  plan = {{best}, [](Words& order) { std::swap(order.front(), order.back()); }};
  EXPECT_TRUE(draw(*frame, true).check_result.is_wrong());
  const FrameStats next = draw(*frame, true);
  EXPECT_NE(next.algorithm, best);
  EXPECT_TRUE(next.message.starts_with(best + ": ")) << next.message;
  EXPECT_TRUE(next.check_result.is_right());
  EXPECT_EQ(next.check_result.wrong, 1u);
  EXPECT_EQ(next.check_result.right, 2u);
}

TEST_F(OrderValidatorTest, EveryNewOrderIsCheckedAndOneThatIsDrawnAgainIsNot) {
  choice.resort = Resort::moved;
  for (const std::string& entry : some_entries()) {
    SCOPED_TRACE(entry);
    choice.algorithm = entry;
    const auto frame = lying_frame();
    frame->set_scene(cloud(500));
    for (std::uint32_t orders = 1; orders <= 4; ++orders) {
      camera.eye.x += 0.5f;
      EXPECT_EQ(draw(*frame, true).check_result.right, orders);
      for (std::uint32_t i = 1; i <= 3; ++i) {
        const FrameStats report = draw(*frame, false);
        EXPECT_TRUE(report.check_result.is_right());
        EXPECT_EQ(report.check_result.age, i);
        EXPECT_EQ(report.check_result.right, orders) << "not checked again";
        EXPECT_FALSE(report.check_result.awaited);
      }
    }
  }
}

TEST_F(OrderValidatorTest, ParticlesThatMovedOnWhileTheCpuSortedAreCheckedAsTheyWere) {
  OrderHooks slow_lies = lies();
  slow_lies.before_cpu_sort = [](const Task&) { std::this_thread::sleep_for(5ms); };
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc(), slow_lies);
  frame.set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 500, 3));
  choice.algorithm = "cpu.lsd_radix";
  std::uint64_t late = 0;
  for (int i = 0; i < 100; ++i) {
    const FrameStats report = draw(frame, false);
    if (report.sorted && report.order_age > 0) ++late;
    EXPECT_FALSE(report.check_result.is_wrong()) << report.check_result.order.sentence();
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_GT(late, 5u);
  EXPECT_GE(draw(frame, true).check_result.right, late);
  plan = {{"cpu.lsd_radix"}, [](Words& order) { std::swap(order[7], order[400]); }};
  draw_until(frame, [](const FrameStats& r) { return r.check_result.is_wrong(); });
}

/// An order of triangles may arrive when points are wanted.
TEST_F(OrderValidatorTest, OrdersOfAnEarlierChoiceAreCheckedForWhatTheyAre) {
  choice.algorithm = "cpu.lsd_radix";
  const auto frame = lying_frame();
  frame->set_scene(soup(400));
  std::uint64_t checked = 0;
  for (int i = 0; i < 60; ++i) {
    choice.primitive = i % 2 == 0 ? Primitive::triangles : Primitive::points;
    const FrameStats report = draw(*frame, false);
    EXPECT_FALSE(report.check_result.is_wrong()) << report.check_result.order.sentence();
    checked = report.check_result.right;
    std::this_thread::sleep_for(2ms);
  }
  EXPECT_GT(checked, 10u);
}

TEST_F(OrderValidatorTest, WithoutAContextsFunctionsItSaysWhy) {
  SceneRenderer frame(gl);
  frame.set_scene(cloud(100));
  const FrameStats report = draw(frame, true);
  EXPECT_FALSE(report.check_result.known);
  EXPECT_NE(report.check_result.trouble, "");
  EXPECT_NE(find(report.algorithm)->backend, Backend::gl) << report.algorithm;
}

TEST_F(OrderValidatorTest, WhatIsNotWantedTakesNoMemory) {
  choice.algorithm = "cpu.lsd_radix";
  const auto frame = lying_frame();
  frame->set_scene(cloud(5000));
  choice.check_order = false;
  EXPECT_FALSE(draw(*frame, true).check_result.known);
  const std::size_t without = frame->gpu_bytes();
  choice.check_order = true;
  EXPECT_TRUE(draw(*frame, true).check_result.is_right());
  EXPECT_GE(frame->gpu_bytes(), without + 5000 * 4);
  choice.draw_order = DrawOrder::file_order;
  EXPECT_FALSE(draw(*frame, true).check_result.known) << "nothing is sorted";
  EXPECT_EQ(frame->gpu_bytes(), without);
  choice.draw_order = DrawOrder::back_to_front;
  choice.check_order.reset();
  EXPECT_EQ(draw(*frame, true).check_result.known, frame->checks(choice)) << "by default: where it costs little";
}

}  // namespace
}  // namespace farfirst::app
