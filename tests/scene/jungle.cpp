// The generated jungle: its size, its robots and plants, and that it is the same every time.
#include "scene/jungle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "camera/opening.h"
#include "closed.h"
#include "scene/plants.h"
#include "scene/robot.h"

namespace farfirst::app {
namespace {

const Model& jungle() {
  static const Model model = make_jungle_scene();
  return model;
}

/// The lengths of all edges.
template <class See>
void for_each_edge(const Model& model, See see) {
  for (std::size_t i = 0; i < model.triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      see(glm::distance(model.positions[model.triangles[i + k]], model.positions[model.triangles[i + (k + 1) % 3]]));
    }
  }
}

TEST(Jungle, HasAsManyTrianglesAsThePapersHad) {
  EXPECT_EQ(jungle().triangle_count(), 1540000u);
  EXPECT_EQ(jungle().normals.size(), jungle().positions.size());
  EXPECT_EQ(jungle().colors.size(), jungle().positions.size());
  for (const std::uint32_t corner : jungle().triangles) ASSERT_LT(corner, jungle().positions.size());
  for (const glm::vec3& p : jungle().positions) ASSERT_TRUE(std::isfinite(p.x + p.y + p.z));
}

TEST(Jungle, IsTheSameEveryTime) {
  const Model other = make_jungle_scene();
  EXPECT_EQ(jungle().positions, other.positions);
  EXPECT_EQ(jungle().colors, other.colors);
  EXPECT_EQ(jungle().triangles, other.triangles);
}

/// Large triangles sort wrongly by any one point of theirs, however good the sort is.
TEST(Jungle, HasSmallTriangles) {
  std::size_t long_edges = 0, edges = 0;
  float longest = 0;
  for_each_edge(jungle(), [&](float length) {
    longest = std::max(longest, length);
    long_edges += length > 0.25f ? 1 : 0;
    ++edges;
  });
  EXPECT_LT(longest, 0.6f);
  EXPECT_LT(long_edges, edges / 100);
}

TEST(Jungle, CameraStandsInItAndSeesTheRobots) {
  for (const float aspect : {0.5f, 1.0f, 16.0f / 9, 2.4f}) {
    SCOPED_TRACE(aspect);
    const Camera camera = jungle_scene_camera(aspect);
    const glm::mat4 to_clip = camera.projection(aspect) * camera.view();
    std::size_t seen = 0, in_the_middle = 0;
    for (const glm::vec3& p : jungle().positions) {
      if (std::hypot(p.x, p.z) > 2.5f || p.y > 2.0f) continue;
      const glm::vec4 clip = to_clip * glm::vec4(p, 1.0f);
      ++in_the_middle;
      seen += std::max({std::abs(clip.x), std::abs(clip.y), std::abs(clip.z)}) <= clip.w ? 1 : 0;
    }
    EXPECT_GT(in_the_middle, 50000u);
    EXPECT_EQ(seen, in_the_middle) << "the inner ring of robots";
  }
}

Model robot(std::uint32_t seed) {
  Model model;
  Chance chance(seed);
  add_robot(model, glm::mat4(1.0f), {0.2f, 0.4f, 0.9f}, chance);
  compute_bounds(model);
  return model;
}

TEST(Robot, IsMadeOfClosedPartsAndStandsUpright) {
  const Model model = robot(1);
  expect_closed(model.positions, model.triangles);
  EXPECT_GT(volume(model.positions, model.triangles), 0.0);
  EXPECT_NEAR(model.bounds.minimum.y, 0.0f, 0.1f);
  EXPECT_NEAR(model.bounds.maximum.y, 2.0f, 0.15f);
  EXPECT_LT(model.bounds.maximum.x - model.bounds.minimum.x, 2.2f);
}

TEST(Robot, NoTwoStandAlike) {
  std::set<std::vector<float>> postures;
  for (std::uint32_t seed = 0; seed < 8; ++seed) {
    std::vector<float> heights;
    for (const glm::vec3& p : robot(seed).positions) heights.push_back(p.y);
    EXPECT_TRUE(postures.insert(heights).second) << "seed " << seed;
  }
}

TEST(Blade, HasTheTrianglesItSays) {
  for (const std::uint32_t rows : {1u, 2u, 7u}) {
    for (const std::uint32_t columns : {1u, 2u, 5u}) {
      const Surface leaf = blade({.rows = rows, .columns = columns});
      EXPECT_EQ(leaf.triangles.size() / 3, 2 * rows * columns - columns);
      EXPECT_EQ(leaf.along.size(), leaf.positions.size());
      for (const std::uint32_t corner : leaf.triangles) ASSERT_LT(corner, leaf.positions.size());
    }
  }
}

TEST(Blade, GrowsAlongItsDirectionAndHangsDown) {
  const Blade straight{.direction = {1, 0, 0}, .length = 2, .droop = 0};
  EXPECT_LT(glm::distance(blade(straight).positions.back(), glm::vec3(2, 0, 0)), 1e-6f);
  Blade hanging = straight;
  hanging.droop = 0.5f;
  EXPECT_LT(glm::distance(blade(hanging).positions.back(), glm::vec3(2, -1, 0)), 1e-6f);
  for (const glm::vec3& direction : {glm::vec3(0, 1, 0), glm::vec3(0, -1, 0)}) {  // has no side of its own
    for (const glm::vec3& p : blade({.direction = direction}).positions) EXPECT_TRUE(std::isfinite(p.x + p.y + p.z));
  }
}

}  // namespace
}  // namespace farfirst::app
