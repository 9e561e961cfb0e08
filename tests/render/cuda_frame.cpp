// The frame with orders from CUDA, on the emulated device: when buffers are registered and mapped, that the host does
// not wait, and what happens when memory, GPU or driver fail. See also gpu_pictures.cpp.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "gpu_scenes.h"
#include "object/context.h"
#include "order/entry_choice.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

class CudaFrame : public GpuFrameTest {
 protected:
  CudaFrame() : GpuFrameTest(Backend::cuda) {}
  ~CudaFrame() override {
    cuda_emulation::gl_is_same_gpu = cuda_emulation::gl_can_share = true;
    cuda_emulation::memory_limit = memory;
    cuda_emulation::context_fits = true;
    cuda_emulation::launches_until_lost = -1;
  }

  const std::size_t memory = cuda_emulation::memory_limit;
};

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

TEST_F(CudaFrame, WhatCullingKeepsIsRegisteredOnceAndUnregisteredBeforeItIsDeleted) {
  choice.algorithm = first_entry();
  const cuda_emulation::GlCounts before = cuda_emulation::gl_counts;
  {
    const auto frame = make_frame();
    frame->set_scene(cloud(100));
    draw(*frame);
    const cuda_emulation::GlCounts whole = cuda_emulation::gl_counts;
    EXPECT_EQ(whole.registered - before.registered, 2) << "positions, order";
    for (int i = 0; i < 10; ++i) {
      choice.cull = i % 3 != 2;
      camera.look(0.1f, 0);
      EXPECT_EQ(draw(*frame, i % 2 == 0).wanted.cull.has_value(), choice.cull);
    }
    EXPECT_EQ(cuda_emulation::gl_counts.registered - whole.registered, 4) << "positions, ids, their number, order";
    EXPECT_EQ(cuda_emulation::gl_counts.maps - whole.maps, 10);
    frame->set_scene(cloud(50));
    EXPECT_EQ(cuda_emulation::gl_counts.unregistered, cuda_emulation::gl_counts.registered);
    draw(*frame);
  }
  EXPECT_EQ(cuda_emulation::gl_counts.unregistered, cuda_emulation::gl_counts.registered);
}

TEST_F(CudaFrame, TheHostWaitsAndAllocatesOnlyForEntriesThatSaySo) {
  for (const DrawnScene& scene : scenes(300)) {
    const auto frame = make_frame(scene.fetch);
    frame->set_scene(scene.model);
    for (const Algorithm* entry : entries()) {
      SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id));
      choice.algorithm = entry->id;
      draw(*frame, false);  // makes the sorter
      const cuda_emulation::Counts before = cuda_emulation::counts;
      for (int i = 0; i < 3; ++i) {
        camera.orbit(0.1f, 0);
        EXPECT_TRUE(draw(*frame, false).sorted);
      }
      if (!entry->round_trips) {
        EXPECT_EQ(cuda_emulation::counts.waits, before.waits);
      }
      if (!entry->allocates) {
        EXPECT_EQ(cuda_emulation::counts.allocations, before.allocations);
      }
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
  EXPECT_EQ(cuda_emulation::gl_counts.maps, maps) << "nothing is mapped without use";
  choice.interop = false;
  EXPECT_TRUE(draw(*frame, false).sorted) << "the choice takes effect at once";
  camera.fly({0, 0, 0.1f});
  EXPECT_TRUE(draw(*frame, false).sorted);
}

TEST_F(CudaFrame, WithoutGpuMemoryTheCpuStepsInAndSaysWhy) {
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  const Picture expected = picture_by(*frame, "cpu.std_stable");
  cuda_emulation::memory_limit = 0;
  choice.algorithm = first_entry();
  EXPECT_THROW(draw(*frame), OutOfMemory) << "where the frame waits, a named entry must do";
  FrameStats report;
  for (int i = 0; i < 2000; ++i) {
    report = draw(*frame, false);
    if (report.order_age == 0 && !report.message.empty()) break;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(report.algorithm.substr(0, 4), "cpu.");
  EXPECT_NE(report.message.find("GPU memory"), std::string::npos) << report.message;
  EXPECT_NE(report.message.find("sorted by " + report.algorithm + " instead"), std::string::npos) << report.message;
  EXPECT_EQ(canvas.read(), expected);

  const int allocations = cuda_emulation::counts.allocations;
  draw(*frame, false);
  EXPECT_EQ(cuda_emulation::counts.allocations, allocations) << "what failed is not tried again in every frame";

  cuda_emulation::memory_limit = memory;
  choice.algorithm = "cpu.lsd_radix";
  EXPECT_EQ(draw(*frame).message, "");
  choice.algorithm = first_entry();
  report = draw(*frame, false);
  EXPECT_EQ(report.algorithm, choice.algorithm) << "asked for again, it is tried again";
  EXPECT_EQ(report.message, "");
}

TEST_F(CudaFrame, ADeviceThatCannotBeOpenedIsTriedOnceForAllItsEntries) {
  cuda_emulation::context_fits = false;
  const auto frame = make_frame();
  frame->set_scene(cloud(300));
  choice.algorithm = entries().back()->id;
  ASSERT_NE(choice.algorithm, automatic_entries(Backend::cuda).front()->id) << "two entries may be tried";
  const int before = cuda_emulation::counts.contexts_refused;
  FrameStats report;
  for (int i = 0; i < 2000; ++i) {
    report = draw(*frame, false);
    if (report.order_age == 0 && !report.message.empty()) break;
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_NE(report.message.find("memory"), std::string::npos) << report.message;
  EXPECT_EQ(cuda_emulation::counts.contexts_refused, before + 1);
  cuda_emulation::context_fits = true;
  choice.algorithm = "cpu.lsd_radix";
  draw(*frame);
  choice.algorithm = entries().back()->id;
  EXPECT_EQ(draw(*frame).algorithm, choice.algorithm) << "asked for again, it is tried again";
}

TEST_F(CudaFrame, WithoutEnoughGpuMemoryThePreviousAlgorithmGoesOn) {
  constexpr std::uint32_t n = 2000;
  const Algorithm *small = nullptr, *large = nullptr;
  std::size_t small_bytes = ~std::size_t{0}, large_bytes = 0;
  {
    const auto device = open(Backend::cuda);
    for (const Algorithm* entry : entries()) {
      const auto sorter = make_distance_sorter(*device, *entry, n);
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
    const FrameStats report = draw(*frame, false);
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
  const FrameStats report = draw(*frame);
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
    const FrameStats report = draw(*frame);
    EXPECT_EQ(canvas.read(), expected);
    EXPECT_GE(report.staging, 0.0);
    EXPECT_NE(report.message.find("CUDA cannot share OpenGL's buffer"), std::string::npos) << report.message;
  }
  cuda_emulation::gl_can_share = true;
  EXPECT_GE(draw(*frame).staging, 0.0) << "not tried again in every frame";
  frame->set_scene(cloud(100));
  EXPECT_GE(draw(*frame).interop, 0.0) << "but for another scene";
}

TEST_F(CudaFrame, WhenTheDeviceIsLostAnotherBackEndGoesOn) {
  const char* const next = gl::is_software(context.gl()) ? "cpu." : "gl.";
  for (const bool interop : {true, false}) {
    for (const int launches : {0, 1, 2}) {  // before the frame, within the sort, after it
      SCOPED_TRACE((interop ? "interop, lost after " : "staged, lost after ") + std::to_string(launches));
      const auto frame = make_frame();
      frame->set_scene(cloud(200));
      choice.interop = interop;
      const Picture expected = picture_by(*frame, "cpu.std_stable");
      choice.algorithm = first_entry();
      draw(*frame, false);
      cuda_emulation::launches_until_lost = launches;
      FrameStats report;
      int thrown = 0;
      for (int i = 0; i < 2000; ++i) {
        try {
          report = draw(*frame, false);
        } catch (const Error& error) {  // reported when the times are read; the window continues
          EXPECT_NE(std::string(error.what()).find("launch failure"), std::string::npos) << error.what();
          ++thrown;
        }
        if (report.algorithm.starts_with(next) && report.order_age == 0) break;
        std::this_thread::sleep_for(1ms);
      }
      EXPECT_LE(thrown, 1);
      EXPECT_TRUE(report.algorithm.starts_with(next)) << report.algorithm;
      EXPECT_NE(report.message.find("launch failure"), std::string::npos) << report.message;
      EXPECT_EQ(canvas.read(), expected);
      EXPECT_THROW(draw(*frame, true), Error) << "a named entry that was asked for strictly";
      cuda_emulation::launches_until_lost = -1;
    }
  }
}

TEST_F(CudaFrame, PositionsAreStagedOncePerScene) {
  const auto frame = make_frame();
  frame->set_scene(cloud(200));
  choice.algorithm = first_entry();
  choice.interop = false;
  draw(*frame);
  const int allocations = cuda_emulation::counts.allocations;
  camera.orbit(0.2f, 0);
  const FrameStats report = draw(*frame);
  EXPECT_EQ(cuda_emulation::counts.allocations, allocations);
  EXPECT_GE(report.staging, 0.0);
}

TEST_F(CudaFrame, SeveralGpusMakeTheOrderOfOne) {
  const auto frame = make_frame();
  frame->set_scene(cloud(3000));
  choice.algorithm = "cuda.farfirst";
  choice.check_order = true;
  EXPECT_TRUE(draw(*frame).check_result.is_right());
  const std::vector<std::uint8_t> one = canvas.read();
  choice.cuda_devices = {0, 0};
  for (const char* algorithm : {"cuda.farfirst_multi", "cuda.farfirst"}) {
    choice.algorithm = algorithm;
    const FrameStats report = draw(*frame);
    EXPECT_EQ(report.algorithm, algorithm) << report.message;
    EXPECT_TRUE(report.check_result.is_right());
    EXPECT_EQ(canvas.read(), one);
  }
}

TEST_F(CudaFrame, ADeviceThatIsNotThereIsASentence) {
  const auto frame = make_frame();
  frame->set_scene(cloud(100));
  choice.algorithm = first_entry();
  choice.cuda_devices = {7};
  EXPECT_THROW(draw(*frame), Error);
  FrameStats report;
  for (int i = 0; i < 2000 && report.algorithm.empty(); ++i) {
    report = draw(*frame, false);
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_NE(report.message.find("there is no device 7"), std::string::npos) << report.message;
  choice.cuda_devices = {0};
  EXPECT_EQ(draw(*frame).algorithm, choice.algorithm);
}

}  // namespace
}  // namespace farfirst::app
