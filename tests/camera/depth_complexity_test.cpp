// The depth complexity of sheets, spheres, stacks and clouds, and the opacity that follows from it.

#include "camera/depth_complexity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "camera/opening.h"

namespace farfirst::app {
namespace {

constexpr float pi = 3.14159265f;

/// A rectangle of the plane z, in N squares along each side.
void add_sheet(Model& model, float z, std::uint32_t squares) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  for (std::uint32_t y = 0; y <= squares; ++y)
    for (std::uint32_t x = 0; x <= squares; ++x)
      model.positions.emplace_back(2.0f * static_cast<float>(x) / static_cast<float>(squares) - 1,
                                   2.0f * static_cast<float>(y) / static_cast<float>(squares) - 1, z);
  for (std::uint32_t y = 0; y < squares; ++y)
    for (std::uint32_t x = 0; x < squares; ++x) {
      const std::uint32_t a = first + y * (squares + 1) + x, c = a + squares + 1;
      for (const std::uint32_t corner : {a, a + 1, c, c, a + 1, c + 1}) model.triangles.push_back(corner);
    }
}

void add_sphere(Model& model, float radius, std::uint32_t rings) {
  const auto first = static_cast<std::uint32_t>(model.positions.size());
  for (std::uint32_t i = 0; i <= rings; ++i)
    for (std::uint32_t k = 0; k <= 2 * rings; ++k) {
      const float theta = pi * static_cast<float>(i) / static_cast<float>(rings);
      const float phi = pi * static_cast<float>(k) / static_cast<float>(rings);
      model.positions.push_back(
          radius * glm::vec3(std::sin(theta) * std::cos(phi), std::cos(theta), std::sin(theta) * std::sin(phi)));
    }
  for (std::uint32_t i = 0; i < rings; ++i)
    for (std::uint32_t k = 0; k < 2 * rings; ++k) {
      const std::uint32_t a = first + i * (2 * rings + 1) + k, c = a + 2 * rings + 1;
      for (const std::uint32_t corner : {a, a + 1, c, c, a + 1, c + 1}) model.triangles.push_back(corner);
    }
}

double layers_of(Model& model, const LayerView& view = {}) {
  compute_bounds(model);
  Camera camera;
  camera.eye = {0, 0, 10};
  camera.field_of_view = 10;
  camera.fit(model.positions, model.bounds, static_cast<float>(view.picture.x) / static_cast<float>(view.picture.y));
  return depth_complexity(model, camera, view);
}

TEST(DepthComplexity, OfOneSheetIsOneHoweverFineItIs) {
  for (const std::uint32_t squares : {1u, 7u, 100u, 700u}) {  // 2 to 980,000 triangles
    Model model;
    add_sheet(model, 0, squares);
    EXPECT_NEAR(layers_of(model), 1, 0.1) << squares;
  }
}

TEST(DepthComplexity, OfTwoNestedSpheresIsTheirAreasRatio) {
  Model model;
  add_sphere(model, 1, 80);
  EXPECT_NEAR(layers_of(model), 2, 0.15);
  add_sphere(model, 0.7f, 80);
  EXPECT_NEAR(layers_of(model), 2 + 2 * 0.49, 0.2);
}

TEST(DepthComplexity, OfAScanOfManyLayersCountsThem) {
  Model model;
  for (int i = 0; i < 40; ++i) add_sheet(model, 0.01f * static_cast<float>(i), 60);
  EXPECT_NEAR(layers_of(model), 40, 2);
}

TEST(DepthComplexity, OfACloudGrowsWithItsPointsAndTheirSize) {
  Model model;
  std::mt19937 engine(1);
  std::uniform_real_distribution<float> unit(-1, 1);
  for (int i = 0; i < 1000; ++i) model.positions.emplace_back(unit(engine), unit(engine), 0);
  LayerView view{.as_points = true, .point_size = 2};
  EXPECT_NEAR(layers_of(model, view), 1, 0.1);  // hardly any overlap
  for (int i = 0; i < 600'000; ++i) model.positions.emplace_back(unit(engine), unit(engine), 0);
  const double pixels = 720.0 * 720 * 0.95 * 0.95;
  EXPECT_NEAR(layers_of(model, view), 601'000 * pi / pixels, 0.6);
  view.point_size = 4;
  EXPECT_NEAR(layers_of(model, view), 4 * 601'000 * pi / pixels, 1.5);
}

TEST(DepthComplexity, CountsTheAlphaOfTheFileAndSkipsWhatIsNotFinite) {
  Model model;
  add_sheet(model, 0, 10);
  add_sheet(model, 0.1f, 10);
  model.colors.assign(model.positions.size(), 0x80FFFFFFu);
  EXPECT_NEAR(layers_of(model), 1, 0.1);
  EXPECT_NEAR(layers_of(model, {.file_alpha = false}), 2, 0.2);
  model.positions[0] = {std::nanf(""), 0, 0};
  EXPECT_NEAR(layers_of(model), 1, 0.1);
  Model nothing;
  EXPECT_EQ(layers_of(nothing), 0);
}

TEST(DepthComplexity, TheSameEveryTime) {
  Model model;
  add_sphere(model, 1, 300);
  EXPECT_EQ(layers_of(model), layers_of(model));
}

TEST(OpeningOpacity, FallsWithTheLayersSoThatTheFirstAndTheLastShow) {
  float before = 1;
  for (const double layers : {1.0, 1.5, 2.0, 4.0, 10.0, 25.0}) {
    const float opacity = opacity_for(layers, /*as_points=*/false);
    EXPECT_LT(opacity, before);
    before = opacity;
  }
  EXPECT_FLOAT_EQ(opacity_for(1, false), 0.5f);
  EXPECT_FLOAT_EQ(opacity_for(0, false), 0.5f);
  EXPECT_NEAR(opacity_for(2.2, false), 0.14f, 0.02f);  // scans
  EXPECT_GE(opacity_for(1e9, true), 0.01f);
}

TEST(OpeningOpacity, IsThatOfTheWholeSceneWhereverTheEyeIs) {
  Model model;
  add_sphere(model, 1, 50);
  compute_bounds(model);
  const Scene scene = scene_of_file("sphere.ply", std::move(model));
  const float opacity = opening_opacity(scene, {}, {});
  EXPECT_NEAR(opacity, 0.15f, 0.03f);
  CameraRequest close;
  close.position = glm::vec3(0, 0, 1.01f);
  EXPECT_EQ(opening_opacity(scene, close, {}), opacity);
  EXPECT_EQ(opening_opacity(built_in_scene("glass", 1, 1), {}, {}), 0.5f);
}

}  // namespace
}  // namespace farfirst::app
