// Pictures that are drawn beside the caller: coarse first where they take long, given up for newer ones, and in the end
// those that are drawn at once, bit for bit. Drawing is slowed down by kernels that wait at a gate.

#include "render/cpu/painter.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <set>

#include "fine_pictures.h"
#include "render/frame_block.h"
#include "scene/source.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

constexpr int painter_width = 70, painter_height = 41;
constexpr auto no_time = 0ms, some_time = 5ms;

/// A whole picture waits here while it is closed.
std::atomic<bool> gate_is_closed = false;

cpu::Kernels gated_kernels() {
  cpu::Kernels kernels = cpu::plain_kernels();
  kernels.list = [](const cpu::Subject& subject, std::uint32_t begin, std::uint32_t end, cpu::PairList& list) {
    if (subject.width == painter_width) gate_is_closed.wait(true);
    return cpu::plain_kernels().list(subject, begin, end, list);
  };
  return kernels;
}

void open_gate() {
  gate_is_closed = false;
  gate_is_closed.notify_all();
}

/// One large triangle in the middle.
class Painters : public testing::Test {
 protected:
  const cpu::Kernels kernels = gated_kernels();
  const std::array<StoredVertex, 3> vertices{{{{-1, -1, -2}, 0}, {{1, -1, -2}, 0}, {{0, 1, -2}, 0}}};
  const std::array<std::uint32_t, 3> corners{0, 1, 2};
  cpu::Painter painter{2, kernels};

  void SetUp() override { gate_is_closed = true; }
  ~Painters() override { open_gate(); }

  cpu::Painter::Job job(float opacity) const {
    Look look;
    look.opacity = opacity;
    Camera camera;
    camera.eye = glm::vec3(0);
    camera.focus = glm::vec3(0, 0, -1);
    return {
        .arrays = {.variant = {ElementKind::triangle, false, false}, .vertices = vertices, .corners = corners},
        .order = {0},
        .view = frame_block(camera, look, Bounds{glm::vec3(-2), glm::vec3(2)}, {painter_width, painter_height}, 1.0f),
        .samples = 1,
        .positions = {{8, 8}},
        .memory = std::size_t{1} << 20};
  }
  static std::vector<std::uint32_t> drawn_at_once(const cpu::Painter::Job& job) {
    std::vector<std::uint32_t> picture(std::size_t{painter_width} * painter_height);
    cpu::Drawing drawing(1);
    drawing.draw_shown(cpu::subject_of(job.arrays, job.order, job.view, 1, job.positions), job.memory, picture);
    return picture;
  }
  cpu::Painter::Picture wait_for(std::uint64_t number, bool is_coarse) {
    for (;;) {
      const cpu::Painter::Picture* picture = painter.wait(number, some_time);
      if (picture != nullptr && picture->number == number && picture->is_coarse == is_coarse) return *picture;
    }
  }
};

TEST_F(Painters, ShowACoarsePictureAndThenTheWholeOne) {
  const cpu::Painter::Job wanted = job(0.5f);
  const std::uint64_t number = painter.ask(wanted);
  const cpu::Painter::Picture coarse = wait_for(number, /*is_coarse=*/true);
  EXPECT_EQ(coarse.width, painter_width);
  EXPECT_EQ(coarse.height, painter_height);
  ASSERT_EQ(coarse.pixels.size(), std::size_t{painter_width} * painter_height);
  EXPECT_EQ(coarse.pixels[0], coarse.pixels[painter_width + 1]) << "four pixels are one";
  const std::vector<std::uint32_t> expected = drawn_at_once(wanted);
  EXPECT_NE(coarse.pixels, expected);
  EXPECT_FALSE(painter.newest_time());
  EXPECT_FALSE(painter.take_steps());
  open_gate();
  EXPECT_EQ(wait_for(number, /*is_coarse=*/false).pixels, expected);
  EXPECT_TRUE(painter.newest_time());
  EXPECT_TRUE(painter.take_steps());
  EXPECT_FALSE(painter.take_steps()) << "once";
}

TEST_F(Painters, AskForNoCoarsePictureWhereAWholeOneIsQuick) {
  open_gate();
  wait_for(painter.ask(job(0.5f)), /*is_coarse=*/false);
  if (painter.is_slow()) GTEST_SKIP() << "a picture of one triangle took " << *painter.newest_time() << " ms";
  gate_is_closed = true;
  const std::uint64_t second = painter.ask(job(0.2f));
  EXPECT_NE(painter.wait(second, some_time)->number, second);
  EXPECT_FALSE(painter.wait(second, some_time)->is_coarse) << "the last one stays";
  open_gate();
  EXPECT_EQ(wait_for(second, /*is_coarse=*/false).pixels, drawn_at_once(job(0.2f)));
}

TEST_F(Painters, GiveUpWhatANewerJobReplaces) {
  const std::uint64_t first = painter.ask(job(0.5f));
  wait_for(first, /*is_coarse=*/true);
  const std::uint64_t second = painter.ask(job(0.9f));
  EXPECT_GT(second, first);
  open_gate();
  for (;;) {
    const cpu::Painter::Picture& picture = *painter.wait(second, some_time);
    EXPECT_TRUE(picture.is_coarse || picture.number == second) << "the first one was finished";
    if (picture.number != second || picture.is_coarse) continue;
    EXPECT_EQ(picture.pixels, drawn_at_once(job(0.9f)));
    return;
  }
}

TEST_F(Painters, LetGoOfWhatTheyDraw) {
  const std::uint64_t number = painter.ask(job(0.5f));
  wait_for(number, /*is_coarse=*/true);
  std::thread opener([] { open_gate(); });
  painter.forget();
  opener.join();
  EXPECT_EQ(painter.wait(number, no_time), nullptr);
  EXPECT_EQ(wait_for(painter.ask(job(0.1f)), /*is_coarse=*/false).pixels, drawn_at_once(job(0.1f)));
}

TEST(PaintersInTrouble, ThrowWhereTheyAreAskedForThePicture) {
  cpu::Kernels kernels = cpu::plain_kernels();
  kernels.place = [](const cpu::Subject&, std::uint32_t, std::uint32_t, cpu::Place*) { throw std::bad_alloc(); };
  cpu::Painter painter(2, kernels);
  const std::array<StoredVertex, 1> vertices{};
  const std::array<std::uint32_t, 3> corners{};
  const std::uint64_t number = painter.ask({.arrays = {.vertices = vertices, .corners = corners},
                                            .order = {0},
                                            .view = frame_block({}, {}, {}, {painter_width, painter_height}, 1.0f),
                                            .positions = {{8, 8}}});
  EXPECT_THROW(
      {
        while (true) painter.wait(number, some_time);
      },
      OutOfMemory);
}

// ---- In a frame that nobody waits for

class FramesBeside : public FrameTest {
 protected:
  FramesBeside() { shown.may_lag = true; }
  void SetUp() override {
    if (!gl::is_software(gl)) GTEST_SKIP() << "on hardware orders lie in its own memory, so pictures wait for them";
  }

  Canvas shown{gl, painter_width, painter_height}, expected{gl, painter_width, painter_height};

  /// Draws until the picture is there, which is that of a frame that waits.
  void expect_picture(Frame& frame) {
    FrameReport report;
    do report = frame.draw(camera, look, choice, shown.target(), /*wait=*/false);
    while (report.elements == 0 || report.order_age > 0 || report.unsure);
    EXPECT_EQ(report.renderer, "cpu");
    EXPECT_NE(report.renderer_remark.find("beside"), std::string::npos) << report.renderer_remark;
    frame.draw_beside(camera, look, choice, expected.target());
    EXPECT_EQ(shown.read(), expected.read());
  }
};

TEST_F(FramesBeside, ShowThePictureOfAFrameThatWaitsSoonerOrLater) {
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(built_in_scene(SceneKind::glass, 0, 1));
  look.renderer = "cpu";
  choice.algorithm = "cpu.lsd_radix";
  for (const float x : {0.0f, 0.5f}) {
    camera.eye = glm::vec3(x, 1, 3);
    camera.focus = glm::vec3(0);
    expect_picture(frame);
  }
  frame.set_scene(built_in_scene(SceneKind::crossing, 0, 1));  // while the last picture may be drawn
  frame.draw(camera, look, choice, shown.target(), /*wait=*/false);
}

/// What is asked of splats alone changes the picture too.
TEST_F(FramesBeside, OfSplatsAreDrawnAgainAsTheyAreAskedFor) {
  Frame frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(built_in_scene(SceneKind::splats, 500, 1));
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
