// Pictures that are drawn beside the caller: coarse first if slow, cancelled for newer ones, and in the end
// those that are drawn at once, bit for bit. Kernels that wait at a gate slow the drawing down.

#include "render/cpu/async_cpu_renderer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <set>

#include "fine_pictures.h"
#include "render/frame_block.h"
#include "scene/scene.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

constexpr int async_width = 70, async_height = 41;
constexpr auto no_time = 0ms, some_time = 5ms;

/// A whole picture waits here while it is closed.
std::atomic<bool> gate_is_closed = false;

cpu::Kernels gated_kernels() {
  cpu::Kernels kernels = cpu::plain_kernels();
  kernels.list = [](const cpu::DrawInput& input, std::uint32_t begin, std::uint32_t end, cpu::PairList& list) {
    if (input.width == async_width) gate_is_closed.wait(true);
    return cpu::plain_kernels().list(input, begin, end, list);
  };
  return kernels;
}

void open_gate() {
  gate_is_closed = false;
  gate_is_closed.notify_all();
}

/// One large triangle in the middle.
class AsyncCpuRenderers : public testing::Test {
 protected:
  const cpu::Kernels kernels = gated_kernels();
  const std::array<StoredVertex, 3> vertices{{{{-1, -1, -2}, 0}, {{1, -1, -2}, 0}, {{0, 1, -2}, 0}}};
  const std::array<std::uint32_t, 3> corners{0, 1, 2};
  cpu::AsyncCpuRenderer renderer{2, kernels};

  void SetUp() override { gate_is_closed = true; }
  ~AsyncCpuRenderers() override { open_gate(); }

  cpu::AsyncCpuRenderer::Job job(float opacity) const {
    Look look;
    look.opacity = opacity;
    Camera camera;
    camera.eye = glm::vec3(0);
    camera.focus = glm::vec3(0, 0, -1);
    return {.arrays = {.variant = {ElementKind::triangle, false, false}, .vertices = vertices, .corners = corners},
            .order = {0},
            .view = frame_block(camera, look, Bounds{glm::vec3(-2), glm::vec3(2)}, {async_width, async_height}, 1.0f),
            .samples = 1,
            .positions = {{8, 8}},
            .memory = std::size_t{1} << 20};
  }
  static std::vector<std::uint32_t> drawn_at_once(const cpu::AsyncCpuRenderer::Job& job) {
    std::vector<std::uint32_t> picture(std::size_t{async_width} * async_height);
    cpu::Drawing drawing(1);
    drawing.draw_shown(cpu::draw_input_of(job.arrays, job.order, job.view, 1, job.positions), job.memory, picture);
    return picture;
  }
  cpu::AsyncCpuRenderer::Picture wait_for(std::uint64_t number, bool is_coarse) {
    for (;;) {
      const cpu::AsyncCpuRenderer::Picture* picture = renderer.wait(number, some_time);
      if (picture != nullptr && picture->number == number && picture->is_coarse == is_coarse) return *picture;
    }
  }
};

TEST_F(AsyncCpuRenderers, ShowACoarsePictureAndThenTheWholeOne) {
  const cpu::AsyncCpuRenderer::Job wanted = job(0.5f);
  const std::uint64_t number = renderer.ask(wanted);
  const cpu::AsyncCpuRenderer::Picture coarse = wait_for(number, /*is_coarse=*/true);
  EXPECT_EQ(coarse.width, async_width);
  EXPECT_EQ(coarse.height, async_height);
  ASSERT_EQ(coarse.pixels.size(), std::size_t{async_width} * async_height);
  EXPECT_EQ(coarse.pixels[0], coarse.pixels[async_width + 1]) << "four pixels are one";
  const std::vector<std::uint32_t> expected = drawn_at_once(wanted);
  EXPECT_NE(coarse.pixels, expected);
  EXPECT_FALSE(renderer.newest_time());
  EXPECT_FALSE(renderer.take_steps());
  open_gate();
  EXPECT_EQ(wait_for(number, /*is_coarse=*/false).pixels, expected);
  EXPECT_TRUE(renderer.newest_time());
  EXPECT_TRUE(renderer.take_steps());
  EXPECT_FALSE(renderer.take_steps()) << "once";
}

TEST_F(AsyncCpuRenderers, AskForNoCoarsePictureWhereAWholeOneIsQuick) {
  open_gate();
  wait_for(renderer.ask(job(0.5f)), /*is_coarse=*/false);
  if (renderer.is_slow()) GTEST_SKIP() << "a picture of one triangle took " << *renderer.newest_time() << " ms";
  gate_is_closed = true;
  const std::uint64_t second = renderer.ask(job(0.2f));
  EXPECT_NE(renderer.wait(second, some_time)->number, second);
  EXPECT_FALSE(renderer.wait(second, some_time)->is_coarse) << "the last one stays";
  open_gate();
  EXPECT_EQ(wait_for(second, /*is_coarse=*/false).pixels, drawn_at_once(job(0.2f)));
}

TEST_F(AsyncCpuRenderers, GiveUpWhatANewerJobReplaces) {
  const std::uint64_t first = renderer.ask(job(0.5f));
  wait_for(first, /*is_coarse=*/true);
  const std::uint64_t second = renderer.ask(job(0.9f));
  EXPECT_GT(second, first);
  open_gate();
  for (;;) {
    const cpu::AsyncCpuRenderer::Picture& picture = *renderer.wait(second, some_time);
    EXPECT_TRUE(picture.is_coarse || picture.number == second) << "the first one was finished";
    if (picture.number != second || picture.is_coarse) continue;
    EXPECT_EQ(picture.pixels, drawn_at_once(job(0.9f)));
    return;
  }
}

TEST_F(AsyncCpuRenderers, LetGoOfWhatTheyDraw) {
  const std::uint64_t number = renderer.ask(job(0.5f));
  wait_for(number, /*is_coarse=*/true);
  std::thread opener([] { open_gate(); });
  renderer.forget();
  opener.join();
  EXPECT_EQ(renderer.wait(number, no_time), nullptr);
  EXPECT_EQ(wait_for(renderer.ask(job(0.1f)), /*is_coarse=*/false).pixels, drawn_at_once(job(0.1f)));
}

TEST(AsyncCpuRenderersInTrouble, ThrowWhereTheyAreAskedForThePicture) {
  cpu::Kernels kernels = cpu::plain_kernels();
  kernels.place = [](const cpu::DrawInput&, std::uint32_t, std::uint32_t, cpu::Place*) { throw std::bad_alloc(); };
  cpu::AsyncCpuRenderer renderer(2, kernels);
  const std::array<StoredVertex, 1> vertices{};
  const std::array<std::uint32_t, 3> corners{};
  const std::uint64_t number = renderer.ask({.arrays = {.vertices = vertices, .corners = corners},
                                             .order = {0},
                                             .view = frame_block({}, {}, {}, {async_width, async_height}, 1.0f),
                                             .positions = {{8, 8}}});
  EXPECT_THROW(
      {
        while (true) renderer.wait(number, some_time);
      },
      OutOfMemory);
}

// ---- In a frame that does not wait

class FramesBeside : public FrameTest {
 protected:
  FramesBeside() { shown.may_lag = true; }
  void SetUp() override {
    if (!gl::is_software(gl)) GTEST_SKIP() << "on hardware orders lie in its own memory, so pictures wait for them";
  }

  Canvas shown{gl, async_width, async_height}, expected{gl, async_width, async_height};

  /// Draws until the picture is there, which is that of a frame that waits.
  void expect_picture(SceneRenderer& frame) {
    FrameStats report;
    do report = frame.draw(camera, look, choice, shown.target(), /*wait=*/false);
    while (report.elements == 0 || report.order_age > 0 || report.may_be_incomplete);
    EXPECT_EQ(report.renderer, "cpu");
    EXPECT_NE(report.renderer_remark.find("beside"), std::string::npos) << report.renderer_remark;
    frame.draw_beside(camera, look, choice, expected.target());
    EXPECT_EQ(shown.read(), expected.read());
  }
};

TEST_F(FramesBeside, ShowThePictureOfAFrameThatWaitsSoonerOrLater) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(built_in_scene("glass", 0, 1));
  look.renderer = "cpu";
  choice.algorithm = "cpu.lsd_radix";
  for (const float x : {0.0f, 0.5f}) {
    camera.eye = glm::vec3(x, 1, 3);
    camera.focus = glm::vec3(0);
    expect_picture(frame);
  }
  frame.set_scene(built_in_scene("crossing", 0, 1));  // while the last picture may be drawn
  frame.draw(camera, look, choice, shown.target(), /*wait=*/false);
}

/// Options of splats alone change the picture too.
TEST_F(FramesBeside, OfSplatsAreDrawnAgainAsTheyAreAskedFor) {
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(built_in_scene("splats", 500, 1));
  look.renderer = "cpu";
  choice.algorithm = "cpu.lsd_radix";
  camera.eye = glm::vec3(0.4f, 0.9f, 3.0f);
  camera.focus = glm::vec3(0);
  expect_picture(frame);
  const std::vector<std::uint8_t> before = shown.read();
  look.splat_scale = 3;
  expect_picture(frame);
  EXPECT_NE(shown.read(), before);
}

}  // namespace
}  // namespace farfirst::app
