// Scenes at the limits: empty, tiny and large.

#include <gtest/gtest.h>

#include "scenes.h"

namespace farfirst::app {
namespace {

class Limits : public FrameTest {};

TEST_F(Limits, NoSceneAndEmptyScenesDrawTheBackground) {
  SceneRenderer frame(gl);
  EXPECT_EQ(frame.draw(camera, look, choice, canvas.target(), true).elements, 0u);
  EXPECT_TRUE(frame.bounds().empty());
  frame.set_scene(std::make_shared<const Model>());
  for (const DrawOrder order :
       {DrawOrder::back_to_front, DrawOrder::front_to_back, DrawOrder::file_order, DrawOrder::shuffled}) {
    choice.draw_order = order;
    const FrameStats report = frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_EQ(report.elements, 0u);
    EXPECT_EQ(report.message, "");
  }
  Model only_vertices_that_are_not_finite;
  add_point(only_vertices_that_are_not_finite, {nan, 0, 0}, 0);
  frame.set_scene(std::make_shared<const Model>(only_vertices_that_are_not_finite));
  EXPECT_EQ(frame.draw(camera, look, choice, canvas.target(), true).elements, 1u);
}

TEST_F(Limits, OneTriangle) {
  Model model;
  add_square(model, {0, 0, -1}, 3, rgba(200, 100, 50));
  model.triangles.resize(3);
  for (const VertexFetch fetch : {VertexFetch::expanded, VertexFetch::pulled}) {
    EXPECT_EQ(middle_of(model, fetch)[3], 255);
  }
}

TEST_F(Limits, OnePixelAndAWholeWall) {
  Model model;
  add_square(model, {0, 0, -1}, 30, rgba(200, 100, 50));
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(1, 300), std::pair(4096, 2160), std::pair(16, 16)}) {
    const Canvas picture(gl, width, height);
    frame.draw(camera, look, choice, picture.target(), true);
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(width - 1, height - 1)}) {
      EXPECT_EQ(picture.pixel(x, y)[3], 255) << width << " x " << height;
    }
  }
}

TEST_F(Limits, PictureBeyondTheLimitIsRefusedAndTheNextOneIsDrawn) {
  Model model;
  add_square(model, {0, 0, -1}, 3, rgba(200, 100, 50));
  SceneRenderer frame(gl);
  frame.set_scene(std::make_shared<const Model>(model));
  SceneRenderer::Target target = canvas.target();
  target.width = 1'000'000;
  EXPECT_THROW(frame.draw(camera, look, choice, target, true), Error);
  EXPECT_EQ(draw_middle(frame)[3], 255);
}

TEST_F(Limits, ManyTrianglesOfAFewPixels) {
  Model model;
  constexpr std::uint32_t side = 400;
  for (std::uint32_t y = 0; y <= side; ++y) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      model.positions.emplace_back(static_cast<float>(x) / side - 0.5f, static_cast<float>(y) / side - 0.5f, -0.4f);
    }
  }
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t a = y * (side + 1) + x, b = a + side + 1;
      model.triangles.insert(model.triangles.end(), {a, a + 1, b, b, a + 1, b + 1});
    }
  }
  compute_bounds(model);
  choice.check_order = true;
  for (const VertexFetch fetch : {VertexFetch::expanded, VertexFetch::pulled}) {
    SceneRenderer frame(gl, fetch, HeadlessContext::proc());
    frame.set_scene(std::make_shared<const Model>(model));
    const FrameStats report = frame.draw(camera, look, choice, canvas.target(), true);
    EXPECT_EQ(report.elements, 2 * side * side);
    EXPECT_TRUE(report.check_result.is_right());
    // Every pixel inside is covered exactly once: neighbours neither overlap nor leave a gap.
    for (int y = 4; y < 60; ++y) {
      for (int x = 4; x < 60; x += 7) ASSERT_EQ(canvas.pixel(x, y)[3], 255);
    }
  }
}

}  // namespace
}  // namespace farfirst::app
