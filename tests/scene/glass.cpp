#include "scene/glass.h"

#include <gtest/gtest.h>

#include <cmath>

#include "camera/opening.h"
#include "closed.h"

namespace farfirst::app {
namespace {

TEST(Glass, IsCompleteAndNotTooLarge) {
  const Model glass = make_glass_scene();
  EXPECT_GE(glass.triangle_count(), 20000u);
  EXPECT_LE(glass.triangle_count(), 40000u);
  EXPECT_EQ(glass.normals.size(), glass.positions.size());
  EXPECT_EQ(glass.colors.size(), glass.positions.size());
  EXPECT_FALSE(glass.bounds.empty());
  for (const std::uint32_t corner : glass.triangles) ASSERT_LT(corner, glass.positions.size());
  for (const glm::vec3& n : glass.normals) ASSERT_NEAR(glm::length(n), 1.0f, 1e-4f);
}

TEST(Glass, IsClosed) {
  const Model glass = make_glass_scene();
  expect_closed(glass.positions, glass.triangles);
  EXPECT_GT(volume(glass.positions, glass.triangles), 0.0);
}

TEST(Glass, IsTheSameEveryTime) {
  const Model one = make_glass_scene(), other = make_glass_scene();
  EXPECT_EQ(one.positions, other.positions);
  EXPECT_EQ(one.colors, other.colors);
  EXPECT_EQ(one.triangles, other.triangles);
}

/// Large triangles sort wrongly by any one point of theirs, however good the sort is.
TEST(Glass, HasNoLargeTriangles) {
  const Model glass = make_glass_scene();
  float longest = 0;
  for (std::size_t i = 0; i < glass.triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      longest = std::max(longest, glm::distance(glass.positions[glass.triangles[i + k]],
                                                glass.positions[glass.triangles[i + (k + 1) % 3]]));
    }
  }
  EXPECT_LT(longest, 0.1f * glass.bounds.radius());
}

TEST(Glass, CameraSeesAllOfItInWideAndNarrowPictures) {
  const Model glass = make_glass_scene();
  for (const float aspect : {0.5f, 1.0f, 4.0f / 3, 16.0f / 9, 2.4f}) {
    SCOPED_TRACE(aspect);
    const Camera camera = glass_scene_camera(aspect);
    const glm::mat4 to_clip = camera.projection(aspect) * camera.view();
    for (const glm::vec3& p : glass.positions) {
      const glm::vec4 clip = to_clip * glm::vec4(p, 1.0f);
      ASSERT_LE(std::max({std::abs(clip.x), std::abs(clip.y), std::abs(clip.z)}), clip.w);
    }
  }
}

}  // namespace
}  // namespace farfirst::app
