// The frame with orders from OpenGL: its behaviour in limited contexts, and that on hardware it waits for
// nothing. See also gpu_pictures.cpp.

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <string_view>
#include <thread>

#include "gpu_scenes.h"
#include "object/context.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

class OpenGlFrame : public GpuFrameTest {
 protected:
  OpenGlFrame() : GpuFrameTest(Backend::gl) {}
};

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(HeadlessContext::proc()(name));
}

// ---- a context whose storage blocks hold 64 KiB, too little for any sort or check

void GLAD_API_PTR small_limits(GLenum name, GLint64* value) {
  real<PFNGLGETINTEGER64VPROC>("glGetInteger64v")(name, value);
  if (name == GL_MAX_SHADER_STORAGE_BLOCK_SIZE) *value = 1 << 16;
}
void* small_context(const char* name) {
  if (std::string_view(name) == "glGetInteger64v") return reinterpret_cast<void*>(small_limits);
  return HeadlessContext::proc()(name);
}

TEST_F(OpenGlFrame, WhatTheContextLacksIsASentenceAndAnotherEntryGoesOn) {
  choice.check_order = true;
  SceneRenderer frame(gl, VertexFetch::automatic, small_context);
  frame.set_scene(cloud(300));
  const Picture expected = picture_by(frame, "cpu.std_stable");
  EXPECT_NE(draw(frame).check_result.trouble, "") << "nor can orders be checked there";
  for (const Algorithm* entry : entries()) {
    if (!entry->needs.has(Backend::cuda)) choice.algorithm = entry->id;
  }
  EXPECT_THROW(draw(frame), Error);
  FrameStats report;
  for (int i = 0; i < 2000; ++i) {
    report = draw(frame, false);
    if (report.order_age == 0 && !report.message.empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(report.algorithm, "cpu.std_stable") << "the one before continues";
  EXPECT_TRUE(report.message.ends_with("; sorted by cpu.std_stable instead")) << report.message;
  EXPECT_EQ(canvas.read(), expected);
}

// ---- a context that says it is hardware, and counts what would make the host wait

std::map<std::string, int> waits;

const GLubyte* GLAD_API_PTR hardware_name(GLenum name) {
  if (name == GL_RENDERER) return reinterpret_cast<const GLubyte*>("some GPU");
  return real<PFNGLGETSTRINGPROC>("glGetString")(name);
}
void GLAD_API_PTR counted_finish() {
  ++waits["glFinish"];
  real<PFNGLFINISHPROC>("glFinish")();
}
GLenum GLAD_API_PTR counted_wait(GLsync sync, GLbitfield flags, GLuint64 nanoseconds) {
  if (nanoseconds > 0) ++waits["glClientWaitSync"];
  return real<PFNGLCLIENTWAITSYNCPROC>("glClientWaitSync")(sync, flags, nanoseconds);
}
void GLAD_API_PTR counted_download(GLuint buffer, GLintptr offset, GLsizeiptr bytes, void* to) {
  ++waits["glGetNamedBufferSubData"];
  real<PFNGLGETNAMEDBUFFERSUBDATAPROC>("glGetNamedBufferSubData")(buffer, offset, bytes, to);
}
/// Asking for a result that is not there yet waits for it.
void GLAD_API_PTR counted_result(GLuint query, GLenum what, GLuint64* value) {
  GLint known = 0;
  real<PFNGLGETQUERYOBJECTIVPROC>("glGetQueryObjectiv")(query, GL_QUERY_RESULT_AVAILABLE, &known);
  if (what == GL_QUERY_RESULT && known == 0) ++waits["glGetQueryObjectui64v"];
  real<PFNGLGETQUERYOBJECTUI64VPROC>("glGetQueryObjectui64v")(query, what, value);
}

void* hardware(const char* name) {
  const std::string_view wanted = name;
  if (wanted == "glGetString") return reinterpret_cast<void*>(hardware_name);
  if (wanted == "glFinish") return reinterpret_cast<void*>(counted_finish);
  if (wanted == "glClientWaitSync") return reinterpret_cast<void*>(counted_wait);
  if (wanted == "glGetNamedBufferSubData") return reinterpret_cast<void*>(counted_download);
  if (wanted == "glGetQueryObjectui64v") return reinterpret_cast<void*>(counted_result);
  return HeadlessContext::proc()(name);
}

/// There a frame's times are known later.
TEST_F(OpenGlFrame, OnHardwareTimesSayWhichFrameTheyAreOf) {
  GladGLContext context_of_hardware = gl;
  context_of_hardware.GetString = hardware_name;
  SceneRenderer frame(context_of_hardware, VertexFetch::automatic, hardware);
  frame.set_scene(cloud(300));
  choice.algorithm = "gl.radix";
  choice.resort = Resort::moved;
  std::uint64_t first = 0, order_of = 0, draw_of = 0;
  for (int i = 0; i < 10; ++i) {
    if (i == 5) camera.orbit(0.1f, 0);
    const FrameStats report = draw(frame, false);
    gl.Finish();
    if (i == 0) first = report.number;
    if (report.sort >= 0) {
      EXPECT_GE(report.order_of, order_of);
      order_of = report.order_of;
    }
    if (report.draw < 0) continue;
    EXPECT_GT(report.draw_of, draw_of);
    EXPECT_LE(report.draw_of, report.number);
    draw_of = report.draw_of;
    if (i == 4) {
      EXPECT_EQ(order_of, first) << "no other frame sorted";
    }
  }
  EXPECT_EQ(order_of, first + 5);
  EXPECT_GE(draw_of, first + 8);
}

TEST_F(OpenGlFrame, OnHardwareNothingWaits) {
  GladGLContext context_of_hardware = gl;
  context_of_hardware.GetString = hardware_name;
  context_of_hardware.Finish = counted_finish;
  context_of_hardware.ClientWaitSync = counted_wait;
  context_of_hardware.GetNamedBufferSubData = counted_download;
  context_of_hardware.GetQueryObjectui64v = counted_result;
  for (const DrawnScene& scene : scenes(300)) {
    SceneRenderer frame(context_of_hardware, scene.fetch, hardware);
    frame.set_scene(scene.model);
    frame.set_measuring(false);  // what is drawn in a way for the first time may be waited for
    EXPECT_TRUE(frame.checks(choice)) << "on hardware orders are checked unless that is not wanted";
    EXPECT_EQ(frame.why_auto(), "");
    for (const Algorithm* entry : entries()) {
      if (entry->round_trips || entry->needs.has(Backend::cuda)) continue;
      for (const DrawOrder order : {DrawOrder::back_to_front, DrawOrder::front_to_back}) {
        SCOPED_TRACE(std::string(scene.name) + ", " + std::string(entry->id));
        choice.algorithm = entry->id;
        choice.draw_order = order;
        draw(frame, false);  // makes the sorter
        waits.clear();
        FrameStats report;
        for (int i = 0; i < 4; ++i) {
          camera.orbit(0.01f, 0);  // no jump, which may be waited for
          report = draw(frame, false);
          EXPECT_TRUE(report.sorted);
          EXPECT_EQ(report.order_age, 0u) << "the order is this frame's own";
        }
        EXPECT_EQ(waits, (std::map<std::string, int>{}));
        EXPECT_EQ(report.algorithm, entry->id);
        report = draw(frame, true);
        EXPECT_TRUE(report.check_result.is_right()) << report.check_result.trouble;
        EXPECT_EQ(report.check_result.wrong, 0u);
      }
    }
  }
}

TEST_F(OpenGlFrame, OnHardwareMeasuresTheIdleGpu) {
  GladGLContext context_of_hardware = gl;
  context_of_hardware.GetString = hardware_name;
  SceneRenderer frame(context_of_hardware, VertexFetch::automatic, hardware);
  frame.set_scene(cloud(300));
  for (int i = 0; i < 5; ++i) {
    const FrameStats report = draw(frame);
    EXPECT_GE(report.host, 0);
    EXPECT_LT(report.host, report.total);
    EXPECT_LT(draw(frame, false).host, 0) << "frames follow each other";
  }
}

/// Where it has other ways: copies in the GPU's memory, triangles round discs, passes over the picture by compute
/// shaders, which are tried in turn with the rasteriser's until one is faster.
TEST_F(OpenGlFrame, OnHardwareThePictureIsTheSame) {
  GladGLContext context_of_hardware = gl;
  context_of_hardware.GetString = hardware_name;
  constexpr int frames = 24;
  look.background = true;
  look.renderer = "raster";
  for (const std::string algorithm : {"cpu.std_stable", "gl.radix"}) {
    choice.algorithm = algorithm;
    for (const bool moves : {false, true}) {
      SCOPED_TRACE(algorithm + (moves ? ", particles" : ", triangles"));
      SceneRenderer software(gl, VertexFetch::automatic, HeadlessContext::proc());
      SceneRenderer hard(context_of_hardware, VertexFetch::automatic, hardware);
      for (SceneRenderer* frame : {&software, &hard}) {
        if (moves)
          frame->set_scene(std::make_shared<ParticleSystem>(fountain_with_smoke(), 2000, 3));
        else
          frame->set_scene(soup(300));
      }
      camera.fit(software.bounds(), 1.0f);
      for (int i = 0; i < frames; ++i) {
        camera.orbit(0.05f, 0);
        draw(software);
        const Picture expected = canvas.read();
        const FrameStats report = draw(hard);
        EXPECT_TRUE(report.check_result.is_right()) << report.check_result.trouble;
        const Picture found = canvas.read();
        int most = 0;
        for (std::size_t at = 0; at < found.size(); ++at) most = std::max(most, std::abs(found[at] - expected[at]));
        ASSERT_LE(most, 1) << "frame " << i;
      }
    }
  }
}

TEST_F(OpenGlFrame, OnHardwareAutoTakesOpenGlBeforeTheCpu) {
  GladGLContext context_of_hardware = gl;
  context_of_hardware.GetString = hardware_name;
  SceneRenderer frame(context_of_hardware, VertexFetch::automatic, hardware);
  frame.set_scene(cloud(300));
  const FrameStats report = draw(frame);
  EXPECT_EQ(find(report.algorithm)->backend, Backend::gl) << report.algorithm;
  EXPECT_TRUE(report.check_result.is_right()) << report.check_result.trouble;
}

}  // namespace
}  // namespace farfirst::app
