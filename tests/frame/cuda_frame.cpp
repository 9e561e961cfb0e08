// The frame with orders from CUDA, on the emulated device: the pictures are those of the CPU, in OpenGL's own buffers
// and staged through the host, whatever changes between two frames, and whatever fails.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

#include "scene/particles.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

using Picture = std::vector<std::uint8_t>;

std::vector<const Algorithm*> cuda_entries() {
  std::vector<const Algorithm*> result;
  for (const Algorithm* entry : algorithms())
    if (entry->backend == Backend::cuda && why_unavailable(*entry).empty()) result.push_back(entry);
  return result;
}

glm::vec3 somewhere(std::mt19937& random) {
  std::uniform_real_distribution<float> coordinate(-1, 1);
  const float x = coordinate(random), y = coordinate(random), z = coordinate(random);
  return {x, y, z - 2.0f};
}

/// Some triangles stand twice, so that there are ties, and one corner is no number.
std::shared_ptr<const Model> soup(std::uint32_t triangles, std::uint32_t seed = 1) {
  Model model;
  std::mt19937 random(seed);
  for (std::uint32_t i = 0; i < triangles; ++i) {
    const glm::vec3 center = somewhere(random);
    for (int corner = 0; corner < 3; ++corner) {
      model.triangles.push_back(static_cast<std::uint32_t>(model.positions.size()));
      model.positions.push_back(i % 5 == 4 ? model.positions[model.positions.size() - 3]
                                           : center + 0.4f * (somewhere(random) + glm::vec3(0, 0, 2)));
      model.colors.push_back(static_cast<std::uint32_t>(random()) | 0x80000000u);
    }
  }
  if (triangles > 7) model.positions[22].y = nan;
  compute_bounds(model);
  return std::make_shared<const Model>(std::move(model));
}

std::shared_ptr<const Model> cloud(std::uint32_t points, std::uint32_t seed = 1) {
  Model model;
  std::mt19937 random(seed);
  for (std::uint32_t i = 0; i < points; ++i) {
    model.positions.push_back(i % 9 == 8 ? model.positions[i - 3] : somewhere(random));
    model.colors.push_back(static_cast<std::uint32_t>(random()) | 0x60000000u);
  }
  compute_bounds(model);
  return std::make_shared<const Model>(std::move(model));
}

class CudaFrame : public FrameTest {
 protected:
  CudaFrame() {
    cuda_emulation::gl_proc = HeadlessContext::proc();
    look.point_size = 9;
    choice.resort = Resort::always;
  }
  ~CudaFrame() override {
    cuda_emulation::gl_proc = nullptr;
    cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = true;
    cuda_emulation::memory_limit = memory;
  }
  void SetUp() override { ASSERT_FALSE(cuda_entries().empty()); }

  std::unique_ptr<Frame> make_frame(VertexFetch fetch = VertexFetch::automatic) {
    return std::make_unique<Frame>(gl, fetch, HeadlessContext::proc());
  }
  FrameReport draw(Frame& frame, bool wait = true) { return frame.draw(camera, look, choice, canvas.target(), wait); }
  Picture picture(Frame& frame) {
    draw(frame);
    return canvas.read();
  }
  Picture picture_by(Frame& frame, const std::string& algorithm) {
    choice.algorithm = algorithm;
    return picture(frame);
  }
  static std::string first_entry() { return std::string(cuda_entries().front()->id); }

  const std::size_t memory = cuda_emulation::memory_limit;
};

struct Scene {
  const char* name;
  VertexFetch fetch;
  std::shared_ptr<const Model> model;
  std::uint32_t elements;
};
std::vector<Scene> scenes(std::uint32_t n) {
  return {{"triangles, pulled", VertexFetch::pulled, soup(n), n},
          {"triangles, expanded", VertexFetch::expanded, soup(n), n},
          {"points", VertexFetch::automatic, cloud(n), n}};
}

TEST_F(CudaFrame, EveryEntryDrawsThePictureOfTheCpu) {
  choice.check_order = true;
  for (const Scene& scene : scenes(300)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    choice.interop = true;
    const Picture expected = picture_by(*frame, "cpu.std_stable");
    choice.draw_order = DrawOrder::file_order;
    EXPECT_NE(picture(*frame), expected) << "the scene shows its order";
    choice.draw_order = DrawOrder::far_first;
    for (const Algorithm* entry : cuda_entries()) {
      for (const bool interop : {true, false}) {
        SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id) + (interop ? ", interop" : ", staged"));
        choice.algorithm = entry->id;
        choice.interop = interop;
        const FrameReport report = draw(*frame);
        EXPECT_EQ(canvas.read(), expected);
        EXPECT_EQ(report.algorithm, entry->id);
        EXPECT_EQ(report.elements, scene.elements);
        EXPECT_EQ(report.order_age, 0u);
        EXPECT_EQ(report.message, "");
        EXPECT_TRUE(report.checked && report.check.ok());
        EXPECT_GE(report.sort, 0.0);
        EXPECT_FALSE(report.passes.empty());
        EXPECT_EQ(report.interop >= 0, interop);
        EXPECT_EQ(report.staging >= 0, !interop);
        EXPECT_NE(frame->sorts_on().find(interop ? "shares" : "copied"), std::string::npos) << frame->sorts_on();
      }
    }
  }
}

TEST_F(CudaFrame, EveryChoiceDrawsThePictureOfTheCpu) {
  std::mt19937 random(3);
  for (const Scene& scene : scenes(150)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (int round = 0; round < 40; ++round) {
      choice.draw_order = static_cast<DrawOrder>(random() % 4);
      choice.measure = static_cast<Measure>(random() % 2);
      choice.representative = static_cast<Representative>(random() % 4);
      choice.primitive = static_cast<Primitive>(random() % 3);
      choice.check_order = random() % 2 == 0;
      choice.seed = static_cast<std::uint32_t>(random() % 3);
      camera.orbit(0.3f, 0.1f);
      choice.interop = random() % 2 == 0;
      SCOPED_TRACE(std::string(scene.name) + ", round " + std::to_string(round));
      const Picture expected = picture_by(*frame, "cpu.std_stable");
      const auto entries = cuda_entries();
      EXPECT_EQ(picture_by(*frame, std::string(entries[random() % entries.size()]->id)), expected);
    }
  }
}

TEST_F(CudaFrame, AutoTakesTheBestOfCudaBeforeTheCpu) {
  const auto frame = make_frame();
  frame->set_scene(cloud(100));
  const Algorithm* best = choose(*open(Backend::cuda));
  if (best == nullptr) best = choose(*open(Backend::cpu));
  EXPECT_EQ(draw(*frame).algorithm, best->id);
}

TEST_F(CudaFrame, ParticlesMoveOnBothSidesAlike) {
  for (const bool interop : {true, false}) {
    const auto on_cuda = make_frame(), on_cpu = make_frame();
    on_cuda->set_scene(std::make_shared<ParticleSystem>(400, 7));
    on_cpu->set_scene(std::make_shared<ParticleSystem>(400, 7));
    camera.frame(on_cpu->bounds(), 1.0f);
    choice.interop = interop;
    for (int step = 0; step < 8; ++step) {
      const Picture expected = picture_by(*on_cpu, "cpu.std_stable");
      EXPECT_EQ(picture_by(*on_cuda, first_entry()), expected) << "step " << step << (interop ? "" : ", staged");
    }
  }
}

TEST_F(CudaFrame, BuffersAreRegisteredOnceAndMappedOncePerFrame) {
  choice.algorithm = first_entry();
  const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
  {
    const auto frame = make_frame(VertexFetch::expanded);
    frame->set_scene(soup(100));
    for (int i = 0; i < 10; ++i) draw(*frame, i % 2 == 0);
    const cuda_emulation::GlCounts now = cuda_emulation::gl_counts;
    EXPECT_EQ(now.registered - before.registered, 4) << "positions, triangles, corners without the bad ones, elements";
    EXPECT_EQ(now.unregistered, before.unregistered);
    EXPECT_EQ(now.maps - before.maps, 10);
    EXPECT_EQ(now.unmaps - before.unmaps, 10);
    choice.primitive = Primitive::points;
    for (int i = 0; i < 3; ++i) draw(*frame);
    EXPECT_EQ(cuda_emulation::gl_counts.registered - now.registered, 2) << "positions, order";
    frame->set_scene(cloud(50));
    EXPECT_EQ(cuda_emulation::gl_counts.unregistered, cuda_emulation::gl_counts.registered);
    draw(*frame);
  }
  EXPECT_EQ(cuda_emulation::gl_counts.unregistered, cuda_emulation::gl_counts.registered);
}

TEST_F(CudaFrame, TheHostWaitsAndAllocatesOnlyForEntriesThatSaySo) {
  for (const Scene& scene : scenes(300)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (const Algorithm* entry : cuda_entries()) {
      SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id));
      choice.algorithm = entry->id;
      draw(*frame, false);  // makes the sorter
      const std::size_t waits = cuda_emulation::waits, mallocs = cuda_emulation::mallocs;
      for (int i = 0; i < 3; ++i) {
        camera.orbit(0.1f, 0);
        EXPECT_TRUE(draw(*frame, false).sorted);
      }
      if (!entry->round_trips) {
        EXPECT_EQ(cuda_emulation::waits, waits);
      }
      if (!entry->allocates) {
        EXPECT_EQ(cuda_emulation::mallocs, mallocs);
      }
    }
  }
}

TEST_F(CudaFrame, BackEndsAreSwitchedLive) {
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  const auto entries = cuda_entries();
  std::mt19937 random(11);
  for (int i = 0; i < 60; ++i) {
    camera.orbit(0.05f, 0.02f);
    const bool on_cuda = random() % 2 == 0;
    choice.algorithm = on_cuda ? std::string(entries[random() % entries.size()]->id) : "cpu.lsd_radix";
    const FrameReport report = draw(*frame, false);
    EXPECT_EQ(report.message, "");
    if (on_cuda) {
      EXPECT_EQ(report.algorithm, choice.algorithm);
      EXPECT_EQ(report.order_age, 0u) << "the order of CUDA's is this frame's own";
    } else if (i > 0) {
      EXPECT_EQ(report.elements, 300u) << "the order before is drawn until the CPU has one";
    }
    if (i % 6 == 0) {
      const Picture expected = picture(*frame);
      EXPECT_EQ(picture_by(*frame, "cpu.std_stable"), expected);
    }
  }
}

TEST_F(CudaFrame, MovedSortsOnlyWhenSomethingMoved) {
  const auto frame = make_frame();
  frame->set_scene(cloud(100));
  choice.algorithm = first_entry();
  choice.resort = Resort::moved;
  EXPECT_TRUE(draw(*frame, false).sorted);
  const Picture first = picture(*frame);
  const int maps = cuda_emulation::gl_counts.maps;
  EXPECT_FALSE(draw(*frame, false).sorted);
  EXPECT_EQ(canvas.read(), first);
  EXPECT_EQ(cuda_emulation::gl_counts.maps, maps) << "nothing is mapped in vain";
  choice.interop = false;
  EXPECT_TRUE(draw(*frame, false).sorted) << "the choice takes effect at once";
  camera.fly({0, 0, 0.1f});
  EXPECT_TRUE(draw(*frame, false).sorted);
}

TEST_F(CudaFrame, ScenesMayChangeAtAnyTime) {
  const auto frame = make_frame();
  const auto reference = make_frame();
  std::mt19937 random(2);
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::uint32_t n = i % 10 == 0 ? i / 10 : 1 + static_cast<std::uint32_t>(random() % 400);
    const auto model = random() % 2 == 0 ? soup(n, i) : cloud(n, i);
    choice.interop = random() % 3 != 0;
    choice.algorithm = first_entry();
    frame->set_scene(model);
    reference->set_scene(model);
    if (random() % 2 == 0) draw(*frame, false);
    const Picture drawn = picture(*frame);
    EXPECT_EQ(picture_by(*reference, "cpu.std_stable"), drawn) << "scene " << i << " of " << n;
  }
}

TEST_F(CudaFrame, WithoutGpuMemoryTheCpuStepsInAndSaysWhy) {
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  cuda_emulation::memory_limit = 0;
  choice.algorithm = first_entry();
  EXPECT_THROW(draw(*frame), OutOfMemory) << "where the frame waits, a named entry must do";
  FrameReport report;
  for (int i = 0; i < 2000; ++i) {
    report = draw(*frame, false);
    if (report.order_age == 0 && !report.message.empty()) break;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(report.algorithm.substr(0, 4), "cpu.");
  EXPECT_NE(report.message.find("GPU memory"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("sorted by " + report.algorithm + " instead"), std::string::npos) << report.message;
  EXPECT_EQ(canvas.read(), expected);

  const std::size_t mallocs = cuda_emulation::mallocs;
  draw(*frame, false);
  EXPECT_EQ(cuda_emulation::mallocs, mallocs) << "what failed is not tried again in every frame";

  cuda_emulation::memory_limit = memory;
  choice.algorithm = "cpu.lsd_radix";
  EXPECT_EQ(draw(*frame).message, "");
  choice.algorithm = first_entry();
  report = draw(*frame, false);
  EXPECT_EQ(report.algorithm, choice.algorithm) << "asked for again, it is tried again";
  EXPECT_EQ(report.message, "");
}

TEST_F(CudaFrame, WithoutEnoughGpuMemoryThePreviousAlgorithmGoesOn) {
  constexpr std::uint32_t n = 2000;
  const Algorithm *small = nullptr, *large = nullptr;
  std::size_t small_bytes = ~std::size_t{0}, large_bytes = 0;
  {
    const auto device = open(Backend::cuda);
    for (const Algorithm* entry : cuda_entries()) {
      const auto sorter = make_sorter(*device, *entry, {.form = Form::distance, .max_n = n});
      const std::size_t bytes = Workspace(*device, sorter->requirements()).bytes();
      if (bytes < small_bytes) std::tie(small, small_bytes) = std::tuple(entry, bytes);
      if (bytes > large_bytes) std::tie(large, large_bytes) = std::tuple(entry, bytes);
    }
  }
  if (small_bytes == large_bytes) GTEST_SKIP() << "all entries want the same memory";
  cuda_emulation::memory_limit = (small_bytes + large_bytes) / 2;
  const auto frame = make_frame();
  frame->set_scene(cloud(n));
  choice.algorithm = small->id;
  EXPECT_EQ(draw(*frame, false).algorithm, small->id);
  choice.algorithm = large->id;
  for (int i = 0; i < 3; ++i) {
    const FrameReport report = draw(*frame, false);
    EXPECT_EQ(report.algorithm, small->id);
    EXPECT_NE(report.message.find("sorted by " + std::string(small->id) + " instead"), std::string::npos)
        << report.message;
  }
  EXPECT_THROW(draw(*frame, true), OutOfMemory);
}

TEST_F(CudaFrame, OnAnotherGpuOrdersAreStagedAndBothAreNamed) {
  cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = false;
  const auto frame = make_frame();
  frame->set_scene(cloud(200));
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  choice.algorithm = first_entry();
  const FrameReport report = draw(*frame);
  EXPECT_EQ(canvas.read(), expected);
  EXPECT_GE(report.staging, 0.0);
  EXPECT_LT(report.interop, 0.0);
  EXPECT_NE(report.message.find(context.renderer()), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("CUDA emulation"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("copied through the host's memory"), std::string::npos) << report.message;
  choice.interop = false;
  EXPECT_EQ(draw(*frame).message, "") << "that is what was asked for";
}

TEST_F(CudaFrame, ADriverThatCannotShareIsNoReasonToStop) {
  cuda_emulation::gl_can_share = false;
  const auto frame = make_frame();
  frame->set_scene(cloud(200));
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  choice.algorithm = first_entry();
  for (int i = 0; i < 2; ++i) {
    const FrameReport report = draw(*frame);
    EXPECT_EQ(canvas.read(), expected);
    EXPECT_GE(report.staging, 0.0);
    EXPECT_NE(report.message.find("CUDA cannot share OpenGL's buffer"), std::string::npos) << report.message;
  }
  cuda_emulation::gl_can_share = true;
  EXPECT_GE(draw(*frame).staging, 0.0) << "not tried again in every frame";
  frame->set_scene(cloud(100));
  EXPECT_GE(draw(*frame).interop, 0.0) << "but for another scene";
}

TEST_F(CudaFrame, PositionsAreStagedOncePerScene) {
  const auto frame = make_frame();
  frame->set_scene(cloud(200));
  choice.algorithm = first_entry();
  choice.interop = false;
  draw(*frame);
  const std::size_t mallocs = cuda_emulation::mallocs;
  camera.orbit(0.2f, 0);
  const FrameReport report = draw(*frame);
  EXPECT_EQ(cuda_emulation::mallocs, mallocs);
  EXPECT_GE(report.staging, 0.0);
}

TEST_F(CudaFrame, ADeviceThatIsNotThereIsASentence) {
  const auto frame = make_frame();
  frame->set_scene(cloud(100));
  choice.algorithm = first_entry();
  choice.cuda_device = 7;
  EXPECT_THROW(draw(*frame), Error);
  FrameReport report;
  for (int i = 0; i < 2000 && report.algorithm.empty(); ++i) {
    report = draw(*frame, false);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_NE(report.message.find("there is no device 7"), std::string::npos) << report.message;
  choice.cuda_device = 0;
  EXPECT_EQ(draw(*frame).algorithm, choice.algorithm);
}

TEST_F(CudaFrame, ParametersAreTheEntrysOwn) {
  const auto frame = make_frame();
  frame->set_scene(cloud(200));
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  for (const Algorithm* entry : cuda_entries()) {
    for (const Parameter& parameter : entry->parameters) {
      for (const std::int64_t value : {parameter.minimum, parameter.maximum, parameter.preset}) {
        SCOPED_TRACE(std::string(entry->id) + ", " + std::string(parameter.name) + " = " + std::to_string(value));
        choice.parameters = {{std::string(parameter.name), value}};
        EXPECT_EQ(picture_by(*frame, std::string(entry->id)), expected);
      }
    }
    choice.parameters = {{"no_such_parameter", 1}};
    EXPECT_THROW(picture_by(*frame, std::string(entry->id)), Error);
    choice.parameters.clear();
  }
}

TEST_F(CudaFrame, BytesAreCounted) {
  const auto frame = make_frame();
  frame->set_scene(cloud(1000));
  picture_by(*frame, "cpu.std_stable");
  const std::size_t before = frame->gpu_bytes();
  picture_by(*frame, first_entry());
  EXPECT_GE(frame->gpu_bytes(), before + 1000 * 4);
  choice.interop = false;
  const std::size_t host = frame->host_bytes();
  picture(*frame);
  EXPECT_GE(frame->host_bytes(), host + 1000 * 4);
}

}  // namespace
}  // namespace farfirst::app
