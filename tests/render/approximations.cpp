// The renderers `peeled` and `weighted`: where they must agree with the reference, and what they leave out.

#include <gtest/gtest.h>

#include "fine_pictures.h"

namespace farfirst::app {
namespace {

class Approximations : public FinePictures {
 protected:
  Approximations() {
    camera = looking_along_z();
    choice.primitive = Primitive::triangles;
  }

  FinePicture drawn(SceneRenderer& frame, const std::string& renderer, std::uint32_t layers = 8, int samples = 1) {
    look.renderer = renderer;
    look.peel_layers = layers;
    look.samples = samples;
    report = frame.draw(camera, look, choice, canvas.target(), true);
    return read(canvas, size, size);
  }
  std::unique_ptr<SceneRenderer> frame_of(const Model& model) {
    auto frame = std::make_unique<SceneRenderer>(gl, VertexFetch::automatic, HeadlessContext::proc());
    frame->set_scene(std::make_shared<const Model>(model));
    return frame;
  }
  static Model stack(int layers, std::uint32_t (*color)(int)) {
    Model model;
    for (int i = 0; i < layers; ++i)
      add_square(model, {0.02f * static_cast<float>(i), 0, -1.0f - 0.1f * static_cast<float>(i)}, 0.6f, color(i));
    return model;
  }

  FrameStats report;
};

std::uint32_t colorful(int i) {
  return rgba(static_cast<unsigned>(40 * i % 256), static_cast<unsigned>(200 - 30 * i), 90, 120);
}

TEST_F(Approximations, WithAsManyLayersAsThereArePeelingIsExact) {
  const auto frame = frame_of(stack(6, colorful));
  for (const int samples : {1, 4}) {
    const FinePicture exact = drawn(*frame, "exact", 8, samples);
    EXPECT_LT(largest_difference(drawn(*frame, "peeled", 6, samples), exact), 0.01);
    EXPECT_NE(report.renderer_remark.find("; 0 of "), std::string::npos) << report.renderer_remark;
  }
}

TEST_F(Approximations, PeelingLeavesOutWhatIsBehind) {
  const auto frame = frame_of(stack(6, colorful));
  double before = 0;
  const FinePicture exact = drawn(*frame, "exact");
  for (const std::uint32_t layers : {5u, 3u, 1u}) {
    const double off = difference(drawn(*frame, "peeled", layers), exact);
    EXPECT_GT(off, before) << layers << " layers";
    before = off;
    EXPECT_EQ(report.renderer_remark.rfind(std::to_string(layers) + " layer", 0), 0u) << report.renderer_remark;
    EXPECT_EQ(report.renderer_remark.find("; 0 of "), std::string::npos) << report.renderer_remark;
  }
  const auto nearest = frame_of(stack(1, colorful));
  const FinePicture one = drawn(*frame, "peeled", 1), alone = drawn(*nearest, "exact");
  const auto middle = static_cast<std::size_t>(size / 2 * size + size / 2);
  for (int c = 0; c < 4; ++c) EXPECT_NEAR(one.pixels[middle][c], alone.pixels[middle][c], 0.01);
}

/// Coincident surfaces are layers of their own: none vanishes.
TEST_F(Approximations, PeelingTakesTiesByElement) {
  Model model;
  for (int i = 0; i < 4; ++i) add_square(model, {0, 0, -1}, 0.6f, colorful(i));
  const auto frame = frame_of(model);
  const FinePicture exact = drawn(*frame, "exact");
  EXPECT_LT(largest_difference(drawn(*frame, "peeled", 4), exact), 0.01);
  EXPECT_GT(largest_difference(drawn(*frame, "peeled", 3), exact), 0.02);
}

TEST_F(Approximations, PeelingIsTheSameInAnyMemory) {
  const auto frame = frame_of(stack(5, colorful));
  const Canvas large(gl, 512, 600);
  look.renderer = "peeled";
  look.samples = 4;
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const std::uint32_t mebibytes : {64u, 1u}) {
    look.tile_memory = mebibytes;
    frame->draw(camera, look, choice, large.target(), true);
    pictures.push_back(large.read());
  }
  EXPECT_TRUE(pictures[0] == pictures[1]);
}

TEST_F(Approximations, WeightsAreRightForOneLayerAndForOneColour) {
  const auto one = frame_of(stack(1, colorful));
  EXPECT_LT(largest_difference(drawn(*one, "weighted"), drawn(*one, "raster")), 0.02);
  const auto same = frame_of(stack(6, [](int) { return rgba(120, 160, 200, 100); }));
  EXPECT_LT(largest_difference(drawn(*same, "weighted"), drawn(*same, "raster")), 0.03);
  const auto colors = frame_of(stack(6, colorful));
  EXPECT_GT(largest_difference(drawn(*colors, "weighted"), drawn(*colors, "raster")), 0.02) << "and else not";
}

TEST_F(Approximations, WeightsNeedNoOrder) {
  const auto frame = frame_of(stack(6, colorful));
  const FinePicture sorted = drawn(*frame, "weighted");
  for (const DrawOrder order : {DrawOrder::file_order, DrawOrder::shuffled, DrawOrder::front_to_back}) {
    choice.draw_order = order;
    EXPECT_LT(largest_difference(drawn(*frame, "weighted"), sorted), 0.005);
  }
}

/// The nearer of two counts for more.
TEST_F(Approximations, WeightsPreferTheNear) {
  Model model;
  add_square(model, {0, 0, -1}, 0.9f, rgba(255, 0, 0, 128));
  add_square(model, {0, 0, -3}, 2.7f, rgba(0, 255, 0, 128));
  const auto frame = frame_of(model);
  const glm::vec4 middle = drawn(*frame, "weighted").pixels[static_cast<std::size_t>(size / 2 * size + size / 2)];
  EXPECT_GT(middle.r, 2 * middle.g);
  EXPECT_NEAR(middle.a, 0.75f, 0.01f);
}

}  // namespace
}  // namespace farfirst::app
