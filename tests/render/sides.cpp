// Several sides of one frame: of the same scene, whose arrays exist once, and each with its own choices, orders and
// times.

#include <gtest/gtest.h>

#include <cstdlib>

#include "gpu_scenes.h"
#include "scene/fountain.h"
#include "scene/particles.h"

namespace farfirst::app {
namespace {

std::size_t stored_bytes = 0;  // in buffers, since it was set back
PFNGLNAMEDBUFFERSTORAGEPROC named_buffer_storage = nullptr;

void GLAD_API_PTR count_storage(GLuint buffer, GLsizeiptr size, const void* data, GLbitfield flags) {
  stored_bytes += static_cast<std::size_t>(size);
  named_buffer_storage(buffer, size, data, flags);
}

struct SideChoice {
  Look look{};
  SortChoice choice{};
};

class Sides : public FrameTest {
 protected:
  Sides() { look.point_size = 5; }

  /// A frame of two.
  std::array<FrameStats, 2> draw(SceneRenderer& frame, const SideChoice& left, const SideChoice& right,
                                 bool wait = true) {
    frame.begin(2);
    return {frame.draw_side(0, camera, left.look, left.choice, canvas.target(), wait),
            frame.draw_side(1, camera, right.look, right.choice, other.target(), wait)};
  }
  SideChoice by(const std::string& renderer, const std::string& sort = "auto") const {
    SideChoice side{look, choice};
    side.look.renderer = renderer;
    side.choice.algorithm = sort;
    return side;
  }
  /// The picture of a frame of one side.
  Picture alone(const std::shared_ptr<const Model>& model, const SideChoice& side) {
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(model);
    frame.draw(camera, side.look, side.choice, canvas.target(), true);
    return canvas.read();
  }

  Canvas other{gl, 64, 64};
};

TEST_F(Sides, EqualChoicesGiveEqualPictures) {
  for (const auto& model : {soup(200), cloud(200)}) {
    for (const char* renderer : {"raster", "tiles"}) {
      for (const char* sort : {"cpu.lsd_radix", "gl.radix"}) {
        SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
        frame.set_scene(model);
        const SideChoice side = by(renderer, sort);
        const auto reports = draw(frame, side, side);
        EXPECT_EQ(reports[0].algorithm, sort);
        EXPECT_EQ(reports[1].algorithm, sort);
        EXPECT_EQ(canvas.read(), other.read()) << renderer << ", " << sort;
        EXPECT_EQ(other.read(), alone(model, side));
      }
    }
  }
}

TEST_F(Sides, EachSideHasItsOwnOrder) {
  const auto model = soup(300);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(model);
  SideChoice right = by("auto");
  right.choice.draw_order = DrawOrder::file_order;
  const auto reports = draw(frame, by("auto"), right);
  EXPECT_FALSE(reports[0].algorithm.empty());
  EXPECT_TRUE(reports[1].algorithm.empty());
  EXPECT_NE(canvas.read(), other.read());
  EXPECT_EQ(other.read(), alone(model, right));
}

/// `raster` reads corners on software renderers, `tiles` element ids.
TEST_F(Sides, RenderersThatReadOrdersInOtherWordsShareTheScene) {
  const auto model = soup(300);
  for (const char* sort : {"cpu.lsd_radix", "gl.radix"}) {
    SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame.set_scene(model);
    for (const auto& [left, right] : {std::pair("raster", "tiles"), std::pair("tiles", "raster")}) {
      const auto reports = draw(frame, by(left, sort), by(right, sort));
      EXPECT_EQ(reports[0].renderer, left);
      EXPECT_EQ(reports[1].renderer, right);
      const Picture left_picture = canvas.read(), right_picture = other.read();
      EXPECT_EQ(left_picture, alone(model, by(left, sort)));
      EXPECT_EQ(right_picture, alone(model, by(right, sort)));
    }
  }
}

TEST_F(Sides, TheArraysOfTheSceneAreThereOnce) {
  const auto model = cloud(100'000);
  const std::size_t positions = model->positions.size() * 16;
  GladGLContext counting = gl;
  named_buffer_storage = std::exchange(counting.NamedBufferStorage, count_storage);
  SceneRenderer frame(counting, VertexFetch::automatic, HeadlessContext::proc());
  stored_bytes = 0;
  look.renderer = "raster";
  frame.set_scene(model);
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_GE(stored_bytes, positions);
  const std::size_t scene = frame.scene_bytes(), one = frame.gpu_bytes();
  EXPECT_GE(scene, positions);
  draw(frame, by("raster"), by("raster"));
  stored_bytes = 0;
  frame.begin(1);
  draw(frame, by("raster"), by("raster"));
  // On software renderers the orders are made twice: `auto`, with which a side begins, reads them in another way.
  EXPECT_LT(stored_bytes, 2 * positions) << "the other side's orders, and no positions";
  EXPECT_EQ(frame.scene_bytes(), scene);
  frame.draw(camera, look, choice, canvas.target(), true);
  EXPECT_LT(frame.gpu_bytes(), one + positions) << "the other side is gone";
}

TEST_F(Sides, WhatIsNotDrawnByOpenGlIsNotInItsMemory) {
  const auto model = cloud(100'000);
  const std::size_t positions = model->positions.size() * 16;
  GladGLContext counting = gl;
  named_buffer_storage = std::exchange(counting.NamedBufferStorage, count_storage);
  look.renderer = "cpu";
  choice.algorithm = "cpu.lsd_radix";
  SceneRenderer frame(counting, VertexFetch::automatic, HeadlessContext::proc());
  frame.draw(camera, look, choice, canvas.target(), true);
  for (int scene = 0; scene < 2; ++scene) {
    stored_bytes = 0;
    frame.set_scene(model);
    EXPECT_GT(frame.draw(camera, look, choice, canvas.target(), true).elements, 0u);
    EXPECT_TRUE(!gl::is_software(gl) || stored_bytes < positions) << "orders alone: " << stored_bytes;
  }
}

TEST_F(Sides, ParticlesStepOnceAFrame) {
  const auto particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), 500u, 1u);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(particles);
  camera.eye = particles->bounds().center() + glm::vec3(0, 0, 3 * particles->bounds().radius());
  camera.focus = particles->bounds().center();
  for (std::uint64_t frames = 1; frames <= 4; ++frames) {
    const auto reports = draw(frame, by("raster", "cpu.lsd_radix"), by("raster", "gl.radix"));
    EXPECT_EQ(particles->steps(), frames);
    EXPECT_EQ(reports[0].number, frames);
    EXPECT_EQ(reports[1].number, frames);
    EXPECT_EQ(canvas.read(), other.read());
  }
  frame.set_paused(true);
  draw(frame, by("raster"), by("raster"));
  EXPECT_EQ(particles->steps(), 4u);
}

TEST_F(Sides, WhatOneSideCannotDoDoesNotStopTheOther) {
  const auto model = soup(100);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(model);
  frame.begin(2);
  EXPECT_THROW(frame.draw_side(1, camera, by("none").look, choice, other.target(), true), RendererUnavailable);
  EXPECT_THROW(frame.draw_side(1, camera, look, by("auto", "cpu.none").choice, other.target(), true), Error);
  EXPECT_GT(frame.draw_side(0, camera, look, choice, canvas.target(), true).elements, 0u);
  EXPECT_EQ(canvas.read(), alone(model, {look, choice}));
}

TEST_F(Sides, ASideThatComesLaterOrAfterAnotherSceneDrawsTheScene) {
  const auto first = soup(100), second = soup(150, 2);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(first);
  const SideChoice side = by("tiles", "gl.radix");
  frame.draw(camera, look, choice, canvas.target(), true);
  draw(frame, side, side);
  EXPECT_EQ(other.read(), alone(first, side));
  frame.set_scene(second);
  draw(frame, side, side);
  EXPECT_EQ(other.read(), alone(second, side));
}

TEST_F(Sides, EachSideIsRefinedFromItsOwnPicture) {
  const auto model = soup(100);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  frame.set_scene(model);
  SideChoice right = by("raster");
  right.choice.draw_order = DrawOrder::shuffled;
  draw(frame, by("raster"), by("raster"));
  EXPECT_EQ(frame.refine(canvas.target(), 0), 2u);
  EXPECT_EQ(frame.refine(other.target(), 1), 2u);
  EXPECT_EQ(canvas.read(), other.read());
  draw(frame, by("raster"), right);
  frame.refine(other.target(), 1);
  const Picture refined = other.read();
  frame.refine(canvas.target(), 0);
  EXPECT_NE(canvas.read(), refined);
}

}  // namespace
}  // namespace farfirst::app
