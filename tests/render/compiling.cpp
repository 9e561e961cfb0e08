// A frame while the driver compiles beside it: on a test driver, which takes as long as a test
// wants.

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>

#include "object/context.h"
#include "order/entry_choice.h"
#include "order/timer.h"
#include "scenes.h"

namespace farfirst::app {
namespace {

bool compiling = false;  // the driver
GladGLContext software_gl;

void get_program(GLuint program, GLenum what, GLint* value) {
  if (what == GL_COMPLETION_STATUS_KHR)
    *value = compiling ? 0 : 1;
  else
    software_gl.GetProgramiv(program, what, value);
}
const GLubyte* get_extension(GLenum name, GLuint index) {
  const bool is_first = name == GL_EXTENSIONS && index == 0;
  return is_first ? reinterpret_cast<const GLubyte*>("GL_KHR_parallel_shader_compile")
                  : software_gl.GetStringi(name, index);
}
/// For the library, which knows by the driver's name that it draws in software.
void* find_function(const char* name) {
  if (std::strcmp(name, "glGetProgramiv") == 0) return reinterpret_cast<void*>(&get_program);
  if (std::strcmp(name, "glGetStringi") == 0) return reinterpret_cast<void*>(&get_extension);
  return HeadlessContext::proc()(name);
}

class Compiling : public FrameTest {
 protected:
  void SetUp() override {
    software_gl = gl;
    hardware.KHR_parallel_shader_compile = 1;
    hardware.MaxShaderCompilerThreadsKHR = [](GLuint) {};
    hardware.GetProgramiv = get_program;
    hardware.GetString = [](GLenum name) {
      return name == GL_RENDERER ? reinterpret_cast<const GLubyte*>("a GPU") : software_gl.GetString(name);
    };
    compiling = true;
    look.renderer = "auto";
    Model model;
    for (int i = 0; i < 5; ++i) add_square(model, {0.1f * static_cast<float>(i), 0, -2}, 0.5f, rgba(200, 90, 40, 120));
    frame = std::make_unique<SceneRenderer>(hardware, VertexFetch::automatic, &find_function);
    frame->set_scene(std::make_shared<const Model>(model));
  }
  void TearDown() override { compiling = false; }

  FrameStats draw(bool wait = false) { return frame->draw(camera, look, choice, canvas.target(), wait); }
  /// Frames until this holds, or too many.
  template <class Predicate>
  FrameStats draw_until(Predicate holds) {
    FrameStats report = draw();
    for (int i = 0; i < 500 && !holds(report); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      report = draw();
    }
    EXPECT_TRUE(holds(report)) << report.renderer << ", " << report.algorithm << ", " << report.message;
    return report;
  }
  /// The sort that `auto` takes.
  static std::string best_sort() { return std::string(automatic_entries(Backend::gl).front()->id); }
  static bool has(const FrameStats& report, const std::string& id) {
    return std::ranges::count(report.compiling, id) != 0;
  }

  GladGLContext hardware = gl;
  std::unique_ptr<SceneRenderer> frame;
};

TEST_F(Compiling, OthersStandInUntilItIsDone) {
  for (int i = 0; i < 3; ++i) {
    const FrameStats report = draw_until([](const FrameStats& drawn) { return drawn.elements > 0; });
    EXPECT_EQ(report.renderer, "raster");
    EXPECT_TRUE(report.algorithm.starts_with("cpu.")) << report.algorithm;
    EXPECT_TRUE(has(report, "tiles"));
    EXPECT_TRUE(has(report, best_sort()));
    EXPECT_FALSE(report.measuring);
    EXPECT_FALSE(report.check_result.known);
    EXPECT_TRUE(report.check_result.awaited);
    EXPECT_EQ(report.message, "");
  }
  const std::vector<std::uint8_t> before = canvas.read();

  compiling = false;
  EXPECT_TRUE(draw_until([](const FrameStats& report) { return report.compiling.empty(); }).measuring);
  const FrameStats after =
      draw_until([](const FrameStats& report) { return !report.measuring && report.check_result.known; });
  EXPECT_EQ(after.algorithm, best_sort());
  EXPECT_TRUE(after.check_result.is_right());
  look.renderer = "raster";
  draw();
  EXPECT_EQ(canvas.read(), before) << "the same order";
}

/// Otherwise a window would draw until the compiler is done.
TEST_F(Compiling, IsNotAwaitedWhereNothingShows) {
  Model model;
  add_square(model, {0, 0, -2}, 0.5f, rgba(200, 90, 40, 120));
  frame->set_scene(Scene({Object{{"a", {.name = {}, .visible = false}}, std::make_shared<const Model>(model)}}));
  for (int i = 0; i < 3; ++i) {
    const FrameStats report = draw();
    EXPECT_EQ(report.elements, 0u);
    EXPECT_TRUE(report.compiling.empty());
  }
}

/// The substitute continues where a look needs other programs.
TEST_F(Compiling, AnotherLookStartsOver) {
  compiling = false;
  draw_until([](const FrameStats& report) { return !report.measuring && report.algorithm == best_sort(); });
  compiling = true;
  look.shading = Shading::flat;
  const FrameStats report = draw();
  EXPECT_EQ(report.renderer, "raster");
  EXPECT_TRUE(has(report, "tiles"));
  EXPECT_EQ(report.algorithm, best_sort()) << "its programs are there";
}

TEST_F(Compiling, ANamedOneIsWaitedFor) {
  look.renderer = "tiles";
  choice.algorithm = "gl.radix";
  const FrameStats report = draw();
  EXPECT_EQ(report.renderer, "tiles");
  EXPECT_EQ(report.algorithm, "gl.radix");
}

TEST_F(Compiling, AFrameThatWaitsWaitsForTheCompilerToo) {
  frame->set_measuring(false);
  const FrameStats report = draw(/*wait=*/true);
  EXPECT_EQ(report.renderer, "tiles");
  EXPECT_EQ(report.algorithm, best_sort());
  EXPECT_TRUE(report.check_result.is_right());
  EXPECT_TRUE(report.compiling.empty());
}

/// Prints how long that is, in a context that is not for debugging: there a driver may compile at once. It may also
/// keep programs; NVIDIA's does not with __GL_SHADER_DISK_CACHE=0.
TEST(CompilingHere, ThePictureComesBeforeThePrograms) {
  const HeadlessContext context;
  const GladGLContext& gl = context.gl();
  if (!gl::compiles_in_parallel(gl)) GTEST_SKIP() << "this driver does not compile beside its caller";
  const Canvas canvas(gl, 640, 360);
  const Camera camera;
  SortChoice choice;
  choice.check_order = true;
  Model model;
  for (int i = 0; i < 5; ++i) add_square(model, {0.1f * static_cast<float>(i), 0, -2}, 0.5f, rgba(200, 90, 40, 120));

  const Stopwatch stopwatch;
  double first = 0, longest = 0;
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(std::make_shared<const Model>(model));
  for (double now = 0; now < 60'000; now = stopwatch.milliseconds()) {
    const FrameStats report = frame.draw(camera, Look(), choice, canvas.target(), /*wait=*/false);
    gl.Finish();
    if (first > 0) longest = std::max(longest, stopwatch.milliseconds() - now);
    if (first == 0 && report.elements > 0) first = stopwatch.milliseconds();
    if (report.elements == 0 || !report.compiling.empty() || report.check_result.awaited || report.measuring) continue;
    std::printf("first picture after %.0f ms, all programs after %.0f ms, longest frame between %.0f ms; %s, %s\n",
                first, stopwatch.milliseconds(), longest, report.renderer.c_str(), report.algorithm.c_str());
    EXPECT_TRUE(report.check_result.is_right());
    return;
  }
  ADD_FAILURE() << "programs are compiled without end";
}

}  // namespace
}  // namespace farfirst::app
