// 1,400 frames in one process with everything changing that can change: scenes of all kinds and sizes, every algorithm
// that runs here, every draw order, key, sort_point and shading, sizes of the picture, waiting for orders or not,
// a race of the sorts beside them.
// The frames come in equal cycles: at the end of each, the picture must be the same as at the end of the first one, and
// so must heap and OpenGL objects be.

#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <vector>

#include "camera/opening.h"
#include "compare/race.h"
#include "headless/times.h"
#include "io/particle_scene.h"
#include "memory.h"
#include "object/framebuffer.h"
#include "object/texture.h"
#include "offscreen/context.h"
#include "render/scene_renderer.h"
#include "scene/fountain.h"
#include "scene/glass.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

constexpr int cycles = 14, frames_per_cycle = 100, frames_per_scene = 8;
constexpr int warm_cycles = 4;  // drivers build and keep programs for states they meet for the first time
// Above what comes and goes with the timing of threads (up to 50 KiB either way on a busy machine), below one block of
// leaked_bytes per frame.
constexpr double allowed_bytes_per_frame = 72;
constexpr std::size_t leaked_bytes = 160;

using Engine = std::mt19937;

std::uint32_t up_to(Engine& engine, std::uint32_t n) { return static_cast<std::uint32_t>(engine() % n); }
float unit(Engine& engine) { return static_cast<float>(engine() >> 8) * 0x1p-24f; }
glm::vec3 somewhere(Engine& engine) {
  const float x = unit(engine), y = unit(engine), z = unit(engine);
  return 2.0f * glm::vec3(x, y, z) - 1.0f;
}

/// A soup of triangles, or points; some with colours, some with normals.
std::shared_ptr<const Model> random_model(Engine& engine, bool mesh) {
  Model model;
  const std::uint32_t count = mesh ? 3 * (1 + up_to(engine, 900)) : 1 + up_to(engine, 4000);
  for (std::uint32_t i = 0; i < count; ++i) {
    model.positions.push_back(mesh && i % 3 != 0 ? model.positions[i - i % 3] + 0.2f * somewhere(engine)
                                                 : somewhere(engine));
    if (mesh) model.triangles.push_back(i);
  }
  if (up_to(engine, 2) == 0) {
    for (std::uint32_t i = 0; i < count; ++i) model.colors.push_back(static_cast<std::uint32_t>(engine()));
  }
  if (mesh && up_to(engine, 2) == 0) compute_normals(model);
  compute_bounds(model);
  return std::make_shared<const Model>(std::move(model));
}

std::vector<std::string> usable_algorithms() {
  std::vector<std::string> ids{"auto"};
  for (const Algorithm* algorithm : algorithms())
    if (why_unavailable(*algorithm).empty()) ids.emplace_back(algorithm->id);
  return ids;
}

class Picture {
 public:
  Picture(const GladGLContext& gl, int width, int height)
      : gl_(gl), color_(gl, GL_RGBA8, width, height), framebuffer_(gl, color_) {}
  SceneRenderer::Target target() const { return {framebuffer_.name(), color_.width(), color_.height(), 1.0f}; }
  std::vector<std::uint8_t> read() const {
    std::vector<std::uint8_t> pixels(4 * static_cast<std::size_t>(color_.width()) *
                                     static_cast<std::size_t>(color_.height()));
    gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    gl_.ReadPixels(0, 0, color_.width(), color_.height(), GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels;
  }

 private:
  const GladGLContext& gl_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
};

/// The present scene, as far as the test needs it.
struct SceneCounts {
  std::uint32_t triangles = 0, points = 0;
  std::uint32_t elements(Primitive primitive) const {
    return triangles > 0 && primitive != Primitive::points ? triangles : points;
  }
};

class Marathon {
 public:
  Marathon()
      : counting_(context_.gl()),
        frame_(counting_.gl(), VertexFetch::automatic, HeadlessContext::proc()),
        race_(frame_.gpu()),
        glass_(std::make_shared<Model>(make_glass_scene())) {
    frame_.before_elements_go([this] { race_.release(); });
  }

  /// The same frames every time. Ends with a waiting frame of the same scene, whose picture it returns.
  std::vector<std::uint8_t> run_cycle(std::uint32_t seed) {
    Engine engine(seed);
    race_.set_on(true);
    for (int i = 0; i < frames_per_cycle - 1; ++i) {
      if (i % frames_per_scene == 0) change_scene(engine, i / frames_per_scene);
      if (i % 5 == 0 || !picture_) resize(engine);
      SCOPED_TRACE("frame " + std::to_string(i));
      draw(engine);
      if (testing::Test::HasFailure()) return {};
    }
    end_race();
    return draw_last();
  }

  std::map<std::string, std::int64_t> gl_objects() const { return counting_.alive(); }

 private:
  void change_scene(Engine& engine, int turn) {
    switch (turn % 5) {
      case 0:
        return set(random_model(engine, /*mesh=*/true));
      case 1:
        return set(random_model(engine, /*mesh=*/false));
      case 2: {
        const std::uint32_t count = 1 + up_to(engine, 3000);
        const auto particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), count, up_to(engine, 100));
        frame_.set_scene(particles);
        scene_ = {0, particles->slots()};
        return;
      }
      case 3:
        return set(glass_);
      default:
        return set(random_model(engine, up_to(engine, 2) == 0));
    }
  }

  void set(const std::shared_ptr<const Model>& model) {
    frame_.set_scene(model);
    scene_ = {static_cast<std::uint32_t>(model->triangle_count()), static_cast<std::uint32_t>(model->positions.size())};
  }

  void resize(Engine& engine) {
    const int width = 16 + static_cast<int>(up_to(engine, 80)), height = 16 + static_cast<int>(up_to(engine, 60));
    picture_.emplace(counting_.gl(), width, height);
  }

  void draw(Engine& engine) {
    Camera camera;
    camera.eye = 4.0f * glm::normalize(somewhere(engine) + glm::vec3(0, 0, 1.5f));
    Look look;
    look.opacity = unit(engine);
    look.shading = up_to(engine, 2) == 0 ? Shading::smooth : Shading::flat;
    look.use_file_colors = up_to(engine, 3) != 0;
    look.background = up_to(engine, 3) != 0;
    const SortChoice choice = random_choice(engine);
    const bool wait = up_to(engine, 2) == 0;
    const FrameStats report = frame_.draw(camera, look, choice, picture_->target(), wait);
    const SceneRenderer::Sorting sorting = frame_.sorting(camera, sorted(choice.draw_order) ? choice : SortChoice());
    race_.step({sorting.wanted, sorting.scene, sorting.elements});

    EXPECT_EQ(report.message, "");
    EXPECT_FALSE(report.check_result.is_wrong())
        << report.check_result.algorithm << ": " << report.check_result.order.sentence();
    EXPECT_EQ(report.check_result.trouble, "");
    const std::uint32_t expected = scene_.elements(choice.primitive);
    if (wait) {
      const bool sorted =
          choice.draw_order == DrawOrder::back_to_front || choice.draw_order == DrawOrder::front_to_back;
      EXPECT_EQ(report.elements, expected);
      EXPECT_EQ(report.order_age, 0u);
      EXPECT_EQ(report.algorithm.empty(), !sorted);
      EXPECT_EQ(report.check_result.is_right(), sorted);
      EXPECT_TRUE(!sorted || choice.algorithm == "auto" || report.algorithm == choice.algorithm) << report.algorithm;
    } else if (report.elements != 0 && report.elements != scene_.triangles) {
      // The primitive may have changed since the order was asked for, the scene may not.
      EXPECT_EQ(report.elements, scene_.points);
    }
  }

  SortChoice random_choice(Engine& engine) {
    SortChoice choice;
    choice.algorithm = ids_[up_to(engine, static_cast<std::uint32_t>(ids_.size()))];
    choice.metric = static_cast<Metric>(up_to(engine, 2));
    choice.sort_point = static_cast<SortPoint>(up_to(engine, 4));
    choice.primitive = static_cast<Primitive>(up_to(engine, 3));
    choice.draw_order = static_cast<DrawOrder>(up_to(engine, 4));
    choice.resort = up_to(engine, 2) == 0 ? Resort::always : Resort::moved;
    choice.check_order = true;
    choice.seed = up_to(engine, 5);
    return choice;
  }

  /// The memory kept for each scene is bounded, but by more than these cycles have.
  void end_race() {
    for (const RaceRow& row : race_.rows()) {
      EXPECT_EQ(row.times == nullptr ? 0 : row.times->wrong, 0u) << row.algorithm->id;
    }
    race_.set_on(false);
    race_.clear();
    while (race_.host_bytes() > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

  std::vector<std::uint8_t> draw_last() {
    set(glass_);
    picture_.emplace(counting_.gl(), 80, 45);
    SortChoice choice;
    choice.check_order = true;
    const FrameStats report =
        frame_.draw(glass_scene_camera(80.0f / 45), {}, choice, picture_->target(), /*wait=*/true);
    EXPECT_TRUE(report.check_result.is_right());
    return picture_->read();
  }

  HeadlessContext context_{/*debug=*/true};
  CountingGl counting_;
  SceneRenderer frame_;
  Race race_;
  std::shared_ptr<const Model> glass_;
  SceneCounts scene_;
  std::optional<Picture> picture_;
  std::vector<std::string> ids_ = usable_algorithms();
};

struct Held {
  std::int64_t heap, resident;
  std::map<std::string, std::int64_t> gl_objects;
};
Held held_by(const Marathon& marathon) { return {heap_bytes(), resident_bytes(), marathon.gl_objects()}; }

/// From the median of the earlier half of some cycles to that of the later half: the heap goes up and down from cycle
/// to cycle with what threads hold at its end, and one cycle far below the others says nothing.
double heap_growth_per_frame(std::vector<std::int64_t> after_cycles) {
  const auto half = static_cast<std::ptrdiff_t>(after_cycles.size() / 2);
  const auto median = [half](auto first) {
    std::nth_element(first, first + half / 2, first + half);
    return first[half / 2];
  };
  const std::int64_t growth = median(after_cycles.end() - half) - median(after_cycles.begin());
  const auto cycles_between = static_cast<std::ptrdiff_t>(after_cycles.size()) - half;
  return static_cast<double>(growth) / static_cast<double>(frames_per_cycle * cycles_between);
}

/// Ends after a failure. Growth above the bound is measured over more cycles, up to `most`: a leak continues,
/// chance does not.
double growth_per_frame_over(int most, const std::function<void(int cycle)>& run) {
  std::vector<std::int64_t> heap;
  const auto is_suspect = [&heap] { return heap_growth_per_frame(heap) > allowed_bytes_per_frame; };
  for (int cycle = 0; cycle < cycles || (cycle < most && is_suspect()); ++cycle) {
    run(cycle);
    if (testing::Test::HasFailure()) return 0;
    if (cycle >= warm_cycles) heap.push_back(heap_bytes());
  }
  return heap_growth_per_frame(heap);
}

TEST(Endurance, ManyFramesOfEverythingWithoutGrowth) {
  const std::uint32_t seed = 20261121;
  SCOPED_TRACE("seed " + std::to_string(seed));
  Marathon marathon;
  std::vector<std::uint8_t> first_picture;
  Held warm{}, end{};
  const double growth = growth_per_frame_over(2 * cycles, [&](int cycle) {
    SCOPED_TRACE("cycle " + std::to_string(cycle));
    const std::vector<std::uint8_t> picture = marathon.run_cycle(seed);
    if (HasFailure()) return;
    if (cycle == 0) first_picture = picture;
    EXPECT_TRUE(picture == first_picture);
    end = held_by(marathon);
    std::printf("cycle %d: heap %.1f KiB, resident %.1f MiB\n", cycle, static_cast<double>(end.heap) / 1024,
                static_cast<double>(end.resident) / (1 << 20));
    if (cycle + 1 == warm_cycles) warm = end;
  });
  if (HasFailure()) return;
  EXPECT_LT(growth, allowed_bytes_per_frame);
  EXPECT_LT(end.resident - warm.resident, 16 << 20);
  EXPECT_EQ(end.gl_objects, warm.gl_objects);
}

/// The bound is tight enough to notice a small block that every frame leaves behind.
TEST(Endurance, WouldNoticeALeak) {
  using Block = std::array<char, leaked_bytes>;
  Marathon marathon;
  std::vector<std::unique_ptr<Block>> leak;
  leak.reserve(static_cast<std::size_t>(cycles) * frames_per_cycle);
  const double growth = growth_per_frame_over(cycles, [&](int) {
    marathon.run_cycle(1);
    for (int i = 0; i < frames_per_cycle; ++i) leak.push_back(std::make_unique<Block>());
  });
  EXPECT_GT(growth, allowed_bytes_per_frame);
}

/// Spawns and deaths alone, for long: fireworks, whose children and their children spawn and die in every frame.
TEST(Endurance, TwentyThousandFramesOfBirthsAndDeathsWithoutGrowth) {
  if (std::getenv("FARFIRST_TEST_LARGE") == nullptr) GTEST_SKIP() << "only with FARFIRST_TEST_LARGE=1";
  constexpr int soak = 20'000, looks = 40;
  const HeadlessContext context;
  const CountingGl counting(context.gl());
  SceneRenderer frame(counting.gl(), VertexFetch::automatic, HeadlessContext::proc());
  const Picture picture(counting.gl(), 64, 48);
  const auto particles = particle_system({{}, {}, "fireworks"}, 15'000, 1);
  ASSERT_GT(particles->slots(), 10'000u) << "rockets have many children";
  frame.set_scene(particles);
  Camera camera;
  camera.fit(particles->bounds(), 1);
  std::vector<std::int64_t> heap;
  std::map<std::string, std::int64_t> objects;
  std::int64_t resident = 0;
  for (int i = 0; i < soak; ++i) {
    const FrameStats report = frame.draw(camera, {}, {}, picture.target(), /*wait=*/true);
    ASSERT_EQ(report.message, "") << "frame " << i;
    if (i % (soak / looks) != 0) continue;
    heap.push_back(heap_bytes());
    if (heap.size() == 5) resident = resident_bytes(), objects = counting.alive();
  }
  EXPECT_EQ(particles->steps(), soak);
  const double growth = static_cast<double>(heap.back() - heap[4]) / (soak * (looks - 5.0) / looks);
  std::printf("%d frames: heap %+.2f bytes a frame, resident %+.1f MiB\n", soak, growth,
              static_cast<double>(resident_bytes() - resident) / (1 << 20));
  EXPECT_LT(growth, 8);
  EXPECT_LT(resident_bytes() - resident, 16 << 20);
  std::map<std::string, std::int64_t> left = counting.alive();
  EXPECT_LE(left["Fences"], 3) << "of the ring of orders, which may be pending";
  left["Fences"] = objects["Fences"];
  EXPECT_EQ(left, objects);
}

/// The memory of a run without a window: rows go to the file, quantiles have a bound.
TEST(Endurance, TheTimesOfALongRunTakeNoMoreMemoryThanThoseOfAShortOne) {
  Engine engine(3);
  RunTimes times;
  FrameStats report;
  report.elements = 100;
  report.algorithm = "cpu.lsd_radix";
  report.passes.assign(6, {"a pass with a name that is kept on the heap", 0.1});
  const auto draw = [&](int frames) {
    for (int i = 0; i < frames; ++i) {
      report.order_of = report.draw_of = report.check_of = ++report.number;
      for (const Stage& stage : stages()) report.*stage.time = 0.01 * std::exp(8.0f * unit(engine));
      EXPECT_NE(times.add(report, identity_of(report, {}, {}, {.width = 64, .height = 48})), "");
    }
  };
  draw(10'000);
  const std::int64_t early = heap_bytes();
  draw(100'000);
  EXPECT_LT(heap_bytes() - early, 16 << 10) << "for 100,000 frames more";
}

TEST(Endurance, CountsObjects) {
  const HeadlessContext context;
  const CountingGl counting(context.gl());
  {
    const Picture picture(counting.gl(), 8, 8);
    EXPECT_EQ(counting.alive()["Textures"], 1);
    EXPECT_EQ(counting.alive()["Framebuffers"], 1);
    const SceneRenderer frame(counting.gl());
    EXPECT_GT(counting.alive()["Programs"], 0);
  }
  for (const auto& [kind, alive] : counting.alive()) EXPECT_EQ(alive, 0) << kind;
}

}  // namespace
}  // namespace farfirst::app
