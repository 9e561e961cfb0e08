// Sizes that floats cannot square.

#include "io/reach.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

namespace farfirst::app {
namespace {

Model cloud(std::vector<glm::vec3> positions) {
  Model model;
  model.positions = std::move(positions);
  compute_bounds(model);
  return model;
}

void expect_near(std::span<const glm::vec3> found, const std::vector<glm::vec3>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_LT(glm::distance(found[i], wanted[i]), 1e-6f) << i;
}

TEST(Reach, AModelOfAnyUsualSizeStaysAsItIs) {
  for (const float size : {1e-12f, 1.0f, 5e17f}) {
    Model model = cloud({{0, 0, 0}, {size, 0, 0}});
    bring_into_reach({&model, 1});
    EXPECT_EQ(model.positions[1].x, size);
    EXPECT_TRUE(model.remarks.empty());
  }
}

TEST(Reach, LargeAndSmallModelsAreDividedWhichIsReported) {
  for (const auto& [size, unit] : {std::pair(2e20f, "1e+20"), {3e38f, "1e+38"}, {2e-20f, "1e-20"}}) {
    Model model = cloud({{size, -size, 0}, {-size, size, size}, {size, size, size}});
    bring_into_reach({&model, 1});
    ASSERT_EQ(model.remarks.size(), 1u) << size;
    EXPECT_NE(model.remarks[0].find(std::string("divided by ") + unit), std::string::npos) << model.remarks[0];
    const float half = model.positions[0].x;
    EXPECT_GE(half, 0.5f) << size;
    EXPECT_LT(half, 10.0f) << size;
    expect_near(model.positions, {{half, -half, 0}, {-half, half, half}, {half, half, half}});
    EXPECT_EQ(model.bounds.maximum.x, half);
  }
}

TEST(Reach, ModelsOfAFileAreDividedByTheSame) {
  std::vector<Model> models = {cloud({{2e20f, 0, 0}, {0, 0, 0}}), cloud({{5e16f, 0, 0}, {4e20f, 0, 0}})};
  bring_into_reach(models);
  expect_near(models[0].positions, {{2, 0, 0}, {0, 0, 0}});
  expect_near(models[1].positions, {{5e-4f, 0, 0}, {4, 0, 0}});
}

TEST(Reach, SplatsAreDividedWithTheirScales) {
  Model model = cloud({{2e20f, 0, 0}, {-2e20f, 0, 0}});
  model.splats.scales = {{3e19f, 1e19f, 0}, {1e20f, 1e20f, 1e20f}};
  bring_into_reach({&model, 1});
  expect_near(model.splats.scales, {{0.3f, 0.1f, 0}, {1, 1, 1}});
}

TEST(Reach, StrayPositionsAreLeftOutAndCounted) {
  Model model = cloud({{0, 0, 0}, {1, 2, 3}, {1e20f, 0, 0}, {4, 0, 0}});
  bring_into_reach({&model, 1});
  EXPECT_EQ(model.positions[1], glm::vec3(1, 2, 3));
  EXPECT_TRUE(std::isnan(model.positions[2].x));
  EXPECT_EQ(model.bounds.maximum, glm::vec3(4, 2, 3));
  ASSERT_EQ(model.remarks.size(), 1u);
  EXPECT_TRUE(model.remarks[0].starts_with("1 position lies farther than 1e+18 from 0"));
}

TEST(Reach, ShapesThatAreLostFarFromTheRestAreCounted) {
  Model model = cloud({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5411932.5f, 0, 0}, {5411932.5f, 0.5f, 0}, {5411932.5f, 0, 0}});
  model.triangles = {0, 1, 2, 3, 4, 5};
  remark_on_lost_shapes(model);
  ASSERT_EQ(model.remarks.size(), 1u);
  EXPECT_TRUE(model.remarks[0].starts_with("1 triangle lies so far from the rest")) << model.remarks[0];
  model.remarks.clear();
  model.triangles = {0, 1, 2, 3, 3, 3, 0, 1, 3};  // of no area in the file, and a long one
  remark_on_lost_shapes(model);
  EXPECT_TRUE(model.remarks.empty());
}

TEST(Reach, APointHasNoSize) {
  Model model = cloud({{5, 5, 5}, {5, 5, 5}});
  bring_into_reach({&model, 1});
  EXPECT_EQ(model.positions[0], glm::vec3(5));
  EXPECT_TRUE(model.remarks.empty());
  EXPECT_EQ(remark_on_size(model.bounds), "");
}

}  // namespace
}  // namespace farfirst::app
