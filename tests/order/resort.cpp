// Lazy policies of sorting again: when an order is kept, and its reported inversions.

#include "order/resort.h"

#include <farfirst/keys.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gpu_scenes.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

using OrderedWords = std::vector<std::uint32_t>;

TEST(ResortNames, ReadBackAsTheyWereWritten) {
  for (const char* name : {"always", "moved", "frames:8", "angle:2.5"}) {
    const std::optional<Resort> resort = resort_of(name);
    ASSERT_TRUE(resort) << name;
    EXPECT_EQ(name_of(*resort), name);
    EXPECT_EQ(resort->is_lazy(), std::string_view(name).find(':') != std::string_view::npos);
  }
  EXPECT_EQ(resort_of("always"), Resort::always);
  EXPECT_EQ(resort_of("moved"), Resort::moved);
  for (const char* name :
       {"", "never", "moved:1", "frames", "frames:", "frames:0", "frames:1.5", "frames:x", "angle:181", "angle:-1",
        "angle:nan", "angle:5%", "distance:5", "wrong:0.1", "always:", "angle:1:2"})
    EXPECT_FALSE(resort_of(name)) << name;
}

class Policies : public testing::Test {
 protected:
  Policies() {
    for (OrderRequest* wanted : {&asked, &now}) {
      wanted->n = 10;
      wanted->view.eye[0] = 10;
    }
    bounds.add({-1, -1, -1});
    bounds.add({1, 1, 1});
  }
  bool due(const char* resort, std::uint64_t frames = 1) const {
    return is_due(*resort_of(resort), {asked, now, bounds, frames});
  }
  void go_to(float degrees, float distance) {
    now.view.eye[0] = distance * std::cos(glm::radians(degrees));
    now.view.eye[2] = distance * std::sin(glm::radians(degrees));
  }

  OrderRequest asked, now;
  Bounds bounds;
};

TEST_F(Policies, CountFrames) {
  EXPECT_FALSE(due("frames:3", 2));
  EXPECT_TRUE(due("frames:3", 3));
  EXPECT_TRUE(due("moved"));
}

TEST_F(Policies, MeasureTheAngleRoundTheScene) {
  go_to(4, 30);
  EXPECT_FALSE(due("angle:5"));
  go_to(6, 30);
  EXPECT_TRUE(due("angle:5"));
  go_to(180, 10);
  EXPECT_TRUE(due("angle:179"));
  go_to(0, 0);
  EXPECT_TRUE(due("angle:5")) << "in the very middle there is no direction";
}

TEST_F(Policies, MeasureTheTurnOfAnAxis) {
  asked.view.axis[2] = -1;
  now.view.axis[2] = -std::cos(glm::radians(6.0f));
  now.view.axis[0] = std::sin(glm::radians(6.0f));
  EXPECT_TRUE(due("angle:5"));
  EXPECT_FALSE(due("angle:7"));
}

TEST_F(Policies, AnAngleDoesNotMeasureHowFarElementsMoved) {
  now.version = 1;
  EXPECT_TRUE(due("angle:180"));
  EXPECT_FALSE(due("frames:2"));
}

/// Frames with lazy policies, whose orders are read back.
class LazyFrame : public FrameTest {
 protected:
  LazyFrame() { look.point_size = 9; }

  std::unique_ptr<SceneRenderer> make_frame(VertexFetch fetch = VertexFetch::automatic) {
    return std::make_unique<SceneRenderer>(gl, fetch, HeadlessContext::proc(),
                                           OrderHooks{.on_new_order = [this](Order& order) { read(order); }});
  }
  FrameStats draw(SceneRenderer& frame, bool wait = true) {
    return frame.draw(camera, look, choice, canvas.target(), wait);
  }
  void choose(const char* resort) { choice.resort = *resort_of(resort); }

  /// The depth of the drawn order's inversions, seen from where the camera is now.
  InversionStats count(const Model& model) {
    auto device = open(Backend::cpu);
    Source source{.n = drawn.wanted.n, .positions = host_buffer(model.positions), .sort_point = choice.sort_point};
    if (drawn.wanted.are_triangles) {
      source.triangles = host_buffer(model.triangles);
      source.vertex_count = static_cast<std::uint32_t>(model.positions.size());
    }
    OrderedWords keys(drawn.wanted.n);
    DistanceJob job{
        .n = drawn.wanted.n, .sources = {&source, 1}, .metric = metric_of(choice), .keys = host_buffer(keys)};
    const glm::vec3 axis = camera.direction();
    for (int i = 0; i < 3; ++i) {
      job.eye[i] = camera.eye[i];
      job.axis[i] = axis[i];
    }
    device->make_keys(job);
    InversionStats found;
    const DistanceRange range = range_of(model, job);
    const auto place = [&](std::uint32_t key) { return place_of(key, range); };
    const bool reversed = choice.draw_order == DrawOrder::front_to_back;
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::uint32_t first = keys[words[i - 1]], second = keys[words[i]];
      if (reversed ? first >= second : first <= second) continue;
      ++found.inversions;
      far_apart_ += std::abs(place(first) - place(second));
    }
    found.neighbours = static_cast<std::uint32_t>(words.size() - 1);
    found.steps = static_cast<std::uint64_t>(std::exchange(far_apart_, 0) * (1u << DepthSteps::bits));
    return found;
  }

  static DistanceRange range_of(const Model& model, const DistanceJob& job) {
    return distance_range(box_of(model.bounds), job.metric,
                          {{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  }
  /// 0: as far as can be; 1: as near.
  double place_of(std::uint32_t key, const DistanceRange& range) const {
    if (key == 0) return 0;
    const double distance = metric_of(choice) == Metric::radial ? std::sqrt(keys::value_of<Metric::radial>(key))
                                                                : keys::value_of<Metric::view_depth>(key);
    return std::clamp((range.farthest - distance) / (range.farthest - range.nearest), 0.0, 1.0);
  }

  Order drawn;
  OrderedWords words;

 private:
  double far_apart_ = 0;
  void read(const Order& order) {
    drawn = order;
    words.resize(order.wanted.n);
    gl.MemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    gl.GetNamedBufferSubData(order.view.buffer, static_cast<GLintptr>(order.view.order_offset),
                             static_cast<GLsizeiptr>(words.size() * 4), words.data());
  }
};

TEST_F(LazyFrame, InversionsAreThoseThatTheCpuCounts) {
  choose("frames:1000");
  std::uint32_t most = 0;
  for (const DrawnScene& scene : scenes(5000)) {
    for (const char* entry : {"cpu.lsd_radix", "gl.radix"}) {
      for (const Metric metric : {Metric::radial, Metric::view_depth}) {
        for (const DrawOrder order : {DrawOrder::back_to_front, DrawOrder::front_to_back}) {
          SCOPED_TRACE(std::string(scene.name) + ", " + entry);
          choice.algorithm = entry;
          choice.metric = metric;
          choice.draw_order = order;
          choice.sort_point = metric == Metric::radial ? SortPoint::centroid : SortPoint::farthest;
          camera = looking_along_z();
          const auto frame = make_frame(scene.fetch);
          frame->set_scene(scene.model);
          FrameStats report = draw(*frame);
          ASSERT_TRUE(report.inversion_stats);
          EXPECT_EQ(report.inversion_stats->inversions, 0u);
          EXPECT_EQ(report.order_age, 0u);
          EXPECT_EQ(count(*scene.model).inversions, 0u);
          for (std::uint32_t i = 1; i <= 3; ++i) {
            camera.fly({0.05f, 0.02f, 0.01f});
            camera.look(0.02f, 0.01f);
            report = draw(*frame);
            EXPECT_FALSE(report.sorted);
            EXPECT_EQ(report.order_age, i);
            EXPECT_GE(report.count, 0);
            EXPECT_EQ(report.count_of, report.number);
            ASSERT_TRUE(report.inversion_stats);
            const InversionStats expected = count(*scene.model);
            EXPECT_EQ(report.inversion_stats->inversions, expected.inversions);
            EXPECT_EQ(report.inversion_stats->neighbours, expected.neighbours);
            EXPECT_NEAR(report.inversion_stats->depth(), expected.depth(), 2e-6) << "steps are 1e-6";
            EXPECT_GT(report.inversion_stats->inversions, 0u);
            EXPECT_GT(report.inversion_stats->depth(), 1e-4);
            most = std::max(most, report.inversion_stats->inversions);
          }
        }
      }
    }
  }
  EXPECT_GT(most, 1000u);
}

TEST_F(LazyFrame, SortsEveryNFramesWhileSomethingMoves) {
  choose("frames:4");
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  for (int i = 0; i < 20; ++i) {
    const FrameStats report = draw(*frame);
    EXPECT_EQ(report.sorted, i % 4 == 0) << i;
    EXPECT_EQ(report.order_age, static_cast<std::uint32_t>(i % 4));
    EXPECT_EQ(report.order_awaited, i % 4 != 0) << "its turn comes";
    camera.orbit(0.01f, 0);
  }
  EXPECT_TRUE(draw(*frame).sorted);
  for (int i = 0; i < 6; ++i) {
    const FrameStats report = draw(*frame);
    EXPECT_FALSE(report.sorted) << "nothing moves";
    EXPECT_FALSE(report.order_awaited);
  }
}

TEST_F(LazyFrame, KeepsAnOrderAtRest) {
  choose("angle:30");
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  camera.eye = {0, 0, 6};
  camera.focus = {0, 0, -2};
  EXPECT_TRUE(draw(*frame).sorted);
  for (std::uint32_t i = 1; i < 5; ++i) {
    if (i == 1) camera.orbit(glm::radians(20.0f), 0);
    const FrameStats report = draw(*frame, false);
    EXPECT_FALSE(report.sorted);
    EXPECT_EQ(report.order_age, i);
    EXPECT_FALSE(report.order_awaited) << "nothing else would be drawn";
  }
  camera.orbit(glm::radians(15.0f), 0);
  EXPECT_TRUE(draw(*frame).sorted);
}

TEST_F(LazyFrame, ChoicesAreFollowedAtOnce) {
  choose("frames:1000");
  const auto frame = make_frame();
  frame->set_scene(soup(200));
  EXPECT_TRUE(draw(*frame).sorted);
  camera.fly({0.1f, 0, 0});
  EXPECT_FALSE(draw(*frame).sorted);
  choice.sort_point = SortPoint::nearest;
  EXPECT_TRUE(draw(*frame).sorted);
  choice.algorithm = "gl.bitonic";
  EXPECT_TRUE(draw(*frame).sorted);
  camera.fly({0.1f, 0, 0});
  EXPECT_FALSE(draw(*frame).sorted);
  choice.resort = Resort::moved;
  EXPECT_TRUE(draw(*frame).sorted);
}

TEST_F(LazyFrame, ParticlesMoveUnderAnOrder) {
  choose("frames:5");
  const auto frame = make_frame();
  frame->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 2000, 3));
  for (int i = 0; i < 15; ++i) {
    const FrameStats report = draw(*frame);
    EXPECT_EQ(report.sorted, i % 5 == 0) << i;
    ASSERT_TRUE(report.inversion_stats);
    if (i % 5 != 0) {
      EXPECT_GT(report.inversion_stats->inversions, 0u);
    }
  }
  choose("angle:10");
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(draw(*frame).sorted) << "by how much they moved is not known";
}

TEST_F(LazyFrame, AnOrderThatIsKeptHoldsAllElements) {
  choose("frames:3");
  choice.cull = true;
  choice.algorithm = "gl.radix";
  const auto frame = make_frame();
  frame->set_scene(cloud(500));
  for (int i = 0; i < 6; ++i) {
    const FrameStats report = draw(*frame);
    EXPECT_FALSE(report.kept);
    EXPECT_FALSE(report.wanted.cull);
    camera.look(0.3f, 0);
  }
  choice.resort = Resort::moved;
  EXPECT_TRUE(draw(*frame).wanted.cull);
}

TEST_F(LazyFrame, WithoutChecksItDoesNotCount) {
  choose("frames:10");
  const auto frame = make_frame();
  frame->set_scene(cloud(20000));
  draw(*frame);
  camera.fly({0.1f, 0, 0});
  EXPECT_TRUE(draw(*frame).inversion_stats);
  const std::size_t with = frame->gpu_bytes();
  choice.check_order = false;
  draw(*frame);
  camera.fly({0.1f, 0, 0});
  const FrameStats report = draw(*frame);
  EXPECT_EQ(report.order_age, 1u);
  EXPECT_FALSE(report.inversion_stats);
  EXPECT_LT(report.count, 0);
  EXPECT_LE(frame->gpu_bytes() + 20000 * 4, with);
}

TEST_F(LazyFrame, WhyNothingIsCountedIsReported) {
  choose("frames:50");
  SceneRenderer frame(gl);
  frame.set_scene(cloud(100));
  choice.algorithm = "cpu.lsd_radix";
  draw(frame);
  camera.fly({0.1f, 0, 0});
  draw(frame);
  camera.fly({0.1f, 0, 0});
  const FrameStats report = draw(frame);
  EXPECT_FALSE(report.inversion_stats);
  EXPECT_FALSE(report.message.empty());
  EXPECT_EQ(report.order_age, 2u);
}

}  // namespace
}  // namespace farfirst::app
