#include "scene/shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <glm/gtc/constants.hpp>

#include "closed.h"

namespace farfirst::app {
namespace {

constexpr float two_pi = glm::two_pi<float>();

glm::vec3 circle(float t) { return {std::cos(two_pi * t), std::sin(two_pi * t), 0}; }

TEST(Shapes, SphereIsClosedAndHasItsVolume) {
  const Surface ball = sphere(1.5f, 0.1f);
  expect_closed(ball.positions, ball.triangles);
  EXPECT_NEAR(volume(ball.positions, ball.triangles), 4.0 / 3 * glm::pi<double>() * 1.5 * 1.5 * 1.5, 0.1);
}

TEST(Shapes, RingIsClosedAndHasItsVolume) {
  const Surface ring = sweep(circle, true, {0.2f, 0.2f}, 0.05f);
  expect_closed(ring.positions, ring.triangles);
  EXPECT_NEAR(volume(ring.positions, ring.triangles), 2 * glm::pi<double>() * glm::pi<double>() * 0.04, 0.02);
}

TEST(Shapes, OpenCurveIsCapped) {
  const Surface bow = sweep([](float t) { return circle(0.7f * t); }, false, {0.1f, 0.03f}, 0.05f,
                            [](float) { return glm::vec3(0, 0, 1); });
  expect_closed(bow.positions, bow.triangles);
  EXPECT_GT(volume(bow.positions, bow.triangles), 0.0);
}

TEST(Shapes, PaneIsClosedAndHasItsVolume) {
  const Surface box = pane({1.0f, 2.0f, 0.25f}, 0.125f);
  expect_closed(box.positions, box.triangles);
  EXPECT_NEAR(volume(box.positions, box.triangles), 0.5, 1e-5);
}

TEST(Shapes, TrianglesAreOfOneSizeAndShape) {
  const float edge = 0.05f;
  const Surface ball = sphere(1.0f, edge);
  std::size_t bad = 0;
  for (std::size_t i = 0; i < ball.triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const float length =
          glm::distance(ball.positions[ball.triangles[i + k]], ball.positions[ball.triangles[i + (k + 1) % 3]]);
      if (length > 1.6f * edge || length < 0.5f * edge) ++bad;
    }
  }
  // A few round the poles.
  EXPECT_LT(bad, ball.triangles.size() / 100);
}

TEST(Shapes, AlongRunsFromZeroToOne) {
  const Surface ball = sphere(1.0f, 0.1f);
  EXPECT_EQ(ball.along.size(), ball.positions.size());
  EXPECT_EQ(ball.along.front(), 0.0f);
  EXPECT_EQ(ball.along.back(), 1.0f);
}

}  // namespace
}  // namespace farfirst::app
