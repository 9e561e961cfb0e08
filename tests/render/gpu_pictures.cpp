// The frame with orders from CUDA and from OpenGL draws the pictures of the CPU, in OpenGL's own buffers and, from
// CUDA, staged through the host, whatever changes between two frames; and the check finds every order right. On a GPU;
// CUDA also emulated, and OpenGL on a software renderer, with fewer elements.

#include <farfirst/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gpu_scenes.h"
#include "object/context.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

constexpr std::uint32_t elements = FARFIRST_TEST_ELEMENTS;

class GpuPictures : public GpuFrameTest, public testing::WithParamInterface<Backend> {
 protected:
  GpuPictures() : GpuFrameTest(GetParam()) {}
  void SetUp() override {
    if (backend == Backend::gl && elements > 10000 && gl::is_software(gl)) {
      GTEST_SKIP() << "the CPU stands in for a GPU here";  // and draws the few elements of the frame's own tests
    }
    GpuFrameTest::SetUp();
  }

  /// CUDA sorts in OpenGL's buffers or in its own.
  std::vector<bool> interops() const {
    return backend == Backend::cuda ? std::vector<bool>{true, false} : std::vector<bool>{true};
  }
  /// The check is OpenGL's, and so not there where that is not built (beside the emulation).
  static bool can_check() { return why_unavailable(Backend::gl).empty(); }
};

INSTANTIATE_TEST_SUITE_P(On, GpuPictures, testing::Values(FARFIRST_TEST_BACKENDS),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(GpuPictures, EveryEntryDrawsThePictureOfTheCpu) {
  choice.check_order = true;
  for (const DrawnScene& scene : scenes(elements)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    choice.interop = true;
    const Picture expected = picture_by(*frame, "cpu.std_stable");
    choice.draw_order = DrawOrder::file_order;
    EXPECT_NE(picture(*frame), expected) << "the scene shows its order";
    choice.draw_order = DrawOrder::back_to_front;
    for (const Algorithm* entry : entries()) {
      for (const bool interop : interops()) {
        SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id) + (interop ? ", interop" : ", staged"));
        choice.algorithm = entry->id;
        choice.interop = interop;
        const FrameStats report = draw(*frame);
        EXPECT_EQ(canvas.read(), expected);
        EXPECT_EQ(report.algorithm, entry->id);
        EXPECT_EQ(report.elements, scene.elements);
        EXPECT_EQ(report.order_age, 0u);
        EXPECT_EQ(report.message, "");
        EXPECT_EQ(report.check_result.is_right(), can_check()) << report.check_result.trouble;
        EXPECT_EQ(report.check_result.age, 0u);
        EXPECT_GE(report.sort, 0.0);
        EXPECT_EQ(report.upload >= 0, interop && scene.fetch == VertexFetch::expanded);
        EXPECT_FALSE(report.passes.empty());
        const std::string device = frame->sorts_on();
        if (backend == Backend::gl) {
          EXPECT_LT(std::max({report.interop, report.handover, report.staging}), 0.0);
          EXPECT_EQ(device, "OpenGL " + context.renderer());
          continue;
        }
        EXPECT_EQ(report.interop >= 0, interop);
        EXPECT_EQ(report.handover >= 0, interop);
        EXPECT_EQ(report.staging >= 0, !interop);
        EXPECT_NE(device.find(interop ? "shares" : "copied"), std::string::npos) << device;
      }
    }
  }
}

TEST_P(GpuPictures, EveryChoiceDrawsThePictureOfTheCpu) {
  std::mt19937 random(3);
  for (const DrawnScene& scene : scenes(elements / 2)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (int round = 0; round < 40; ++round) {
      choice.draw_order = static_cast<DrawOrder>(random() % 4);
      choice.metric = static_cast<Metric>(random() % 2);
      choice.sort_point = static_cast<SortPoint>(random() % 4);
      choice.precision = {static_cast<std::uint8_t>(random() % 3 == 0 ? 10 : 32), static_cast<KeyForm>(random() % 2)};
      choice.primitive = static_cast<Primitive>(random() % 3);
      choice.check_order = random() % 2 == 0;
      choice.seed = static_cast<std::uint32_t>(random() % 3);
      camera.orbit(0.3f, 0.1f);
      choice.interop = random() % 2 == 0;
      SCOPED_TRACE(std::string(scene.name) + ", round " + std::to_string(round));
      const Picture expected = picture_by(*frame, "cpu.std_stable");
      const auto all = entries();
      choice.algorithm = all[random() % all.size()]->id;
      const FrameStats report = draw(*frame);
      EXPECT_EQ(canvas.read(), expected);
      const bool is_sorted =
          choice.draw_order == DrawOrder::back_to_front || choice.draw_order == DrawOrder::front_to_back;
      EXPECT_EQ(report.check_result.is_right(), is_sorted && *choice.check_order && can_check())
          << report.check_result.trouble;
    }
  }
}

/// A staged order is one of all elements.
TEST_P(GpuPictures, WhatIsOutsideTheViewIsLeftOut) {
  choice.check_order = true;
  camera.eye = {0, 0, -2};
  for (const DrawnScene& scene : scenes(elements)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (const Algorithm* entry : entries()) {
      for (const bool interop : interops()) {
        for (const DrawOrder order : {DrawOrder::back_to_front, DrawOrder::front_to_back}) {
          SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id) + (interop ? ", interop" : ", staged"));
          camera.look(1.3f, 0.1f);
          choice.interop = interop;
          choice.draw_order = order;
          choice.cull = false;
          const Picture expected = picture_by(*frame, "cpu.std_stable");
          choice.cull = true;
          choice.algorithm = entry->id;
          draw(*frame);  // after this one it is known whether this entry's orders can be culled
          const FrameStats report = draw(*frame);
          EXPECT_EQ(canvas.read(), expected);
          EXPECT_EQ(report.algorithm, entry->id);
          EXPECT_EQ(report.wanted.cull.has_value(), interop);
          EXPECT_EQ(report.kept.has_value(), interop);
          EXPECT_LT(report.kept.value_or(0), scene.elements);
          EXPECT_EQ(report.check_result.is_right(), can_check()) << report.check_result.trouble;
        }
      }
    }
  }
}

TEST_P(GpuPictures, AutoTakesTheBestThatRuns) {
  const auto frame = make_frame();
  frame->set_scene(cloud(100));
  const Algorithm* best = nullptr;
  if (!gl::is_software(gl)) best = &choose(*open(Backend::gl, gl_options(HeadlessContext::proc())));  // of so few
  if (best == nullptr && why_unavailable(Backend::cuda).empty()) best = &choose(*open(Backend::cuda));
  if (best == nullptr) best = &choose(*open(Backend::cpu));
  EXPECT_EQ(draw(*frame).algorithm, best->id);
  EXPECT_EQ(frame->why_auto().empty(), best->backend != Backend::cpu || !gl::is_software(gl));
}

TEST_P(GpuPictures, ParticlesMoveOnBothSidesAlike) {
  for (const bool interop : interops()) {
    const auto on_gpu = make_frame(), on_cpu = make_frame();
    on_gpu->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), elements, 7));
    on_cpu->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), elements, 7));
    camera.fit(on_cpu->bounds(), 1.0f);
    choice.interop = interop;
    for (int step = 0; step < 8; ++step) {
      const Picture expected = picture_by(*on_cpu, "cpu.std_stable");
      EXPECT_EQ(picture_by(*on_gpu, first_entry()), expected) << "step " << step << (interop ? "" : ", staged");
    }
  }
}

TEST_P(GpuPictures, BackEndsAreSwitchedLive) {
  const auto frame = make_frame();
  frame->set_scene(cloud(elements));
  const auto all = entries();
  std::mt19937 random(11);
  for (int i = 0; i < 60; ++i) {
    camera.orbit(0.05f, 0.02f);
    const bool on_gpu = random() % 2 == 0;
    choice.algorithm = on_gpu ? std::string(all[random() % all.size()]->id) : "cpu.lsd_radix";
    const FrameStats report = draw(*frame, false);
    EXPECT_EQ(report.message, "");
    if (on_gpu) {
      EXPECT_EQ(report.algorithm, choice.algorithm);
      EXPECT_EQ(report.order_age, 0u) << "the order of a GPU's is this frame's own";
    } else if (i > 0) {
      EXPECT_EQ(report.elements, elements) << "the order before is drawn until the CPU has one";
    }
    if (i % 6 == 0) {
      const Picture expected = picture(*frame);
      EXPECT_EQ(picture_by(*frame, "cpu.std_stable"), expected);
    }
  }
}

TEST_P(GpuPictures, OneBackEndAtATimeHoldsMemory) {
  if (entries_of(Backend::cuda).empty() || entries_of(Backend::gl).empty()) return;  // one is all there is
  const auto frame = make_frame();
  frame->set_scene(cloud(elements));
  const std::string other(entries_of(backend == Backend::cuda ? Backend::gl : Backend::cuda).front()->id);
  const Picture expected = picture_by(*frame, first_entry());
  const std::size_t alone = frame->gpu_bytes();
  EXPECT_EQ(picture_by(*frame, other), expected);
  EXPECT_EQ(picture_by(*frame, first_entry()), expected);
  EXPECT_EQ(frame->gpu_bytes(), alone);
}

TEST_P(GpuPictures, ScenesMayChangeAtAnyTime) {
  const auto frame = make_frame();
  const auto reference = make_frame();
  std::mt19937 random(2);
  for (std::uint32_t i = 0; i < 40; ++i) {
    const std::uint32_t n = i % 10 == 0 ? i / 10 : 1 + static_cast<std::uint32_t>(random() % elements);
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

TEST_P(GpuPictures, ParametersAreTheEntrysOwn) {
  const auto frame = make_frame();
  frame->set_scene(cloud(std::min(elements, 5000u)));  // extreme parameters may make them slow
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  for (const Algorithm* entry : entries()) {
    for (const Parameter& parameter : entry->parameters) {
      for (const std::int64_t value : {parameter.minimum, parameter.maximum, parameter.default_value}) {
        SCOPED_TRACE(std::string(entry->id) + ", " + std::string(parameter.name) + " = " + std::to_string(value));
        choice.parameters = {{std::string(parameter.name), value}};
        EXPECT_NO_THROW(EXPECT_EQ(picture_by(*frame, std::string(entry->id)), expected));
      }
    }
    choice.parameters = {{"no_such_parameter", 1}};
    EXPECT_THROW(picture_by(*frame, std::string(entry->id)), Error);
    choice.parameters.clear();
  }
}

TEST_P(GpuPictures, BytesAreCounted) {
  const auto frame = make_frame();
  frame->set_scene(cloud(3 * elements));
  picture_by(*frame, "cpu.std_stable");
  const std::size_t before = frame->gpu_bytes();
  picture_by(*frame, first_entry());
  EXPECT_GE(frame->gpu_bytes(), before + 12 * elements);
  if (backend != Backend::cuda) return;
  choice.interop = false;
  const std::size_t host = frame->host_bytes();
  picture(*frame);
  EXPECT_GE(frame->host_bytes(), host + 12 * elements);
}

}  // namespace
}  // namespace farfirst::app
