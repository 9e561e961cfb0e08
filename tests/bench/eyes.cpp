// Tests of farfirst-bench's eyes: their positions and movements.
#include "inputs/eyes.h"

#include <farfirst/keys.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "program/failure.h"

namespace farfirst::bench {
namespace {

constexpr Place center = {10, -20, 30};
constexpr float radius = 2;

ViewedGeometry two_points() {
  auto geometry = std::make_shared<Geometry>();
  geometry->positions = {9, -20, 30, 11, -20, 30};
  return {.name = "pair",
          .geometry = geometry,
          .center = center,
          .radius = radius,
          .origin = {1, 2, 3},
          .default_eye = {10, -20, 33}};
}

double between(const Place& a, const Place& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

std::vector<Place> eyes_of(const std::string& eye) { return seen_from(two_points(), eye).eyes; }

TEST(Eyes, StandAtTheirPositions) {
  EXPECT_EQ(eyes_of(""), std::vector<Place>({{10, -20, 33}}));
  EXPECT_EQ(eyes_of("origin"), std::vector<Place>({{1, 2, 3}}));
  EXPECT_EQ(eyes_of("centre"), std::vector<Place>({center}));
  const std::pair<const char*, double> distances[] = {{"outside", 3}, {"near", 1.05}, {"inside", 0.5},
                                                      {"50R", 50},    {"1.2R", 1.2},  {"0R", 0}};
  for (const auto& [eye, radii] : distances) {
    ASSERT_EQ(eyes_of(eye).size(), 1u);
    EXPECT_NEAR(between(eyes_of(eye)[0], center), radii * radius, 1e-4 * radii) << eye;
    EXPECT_EQ(seen_from(two_points(), eye).name, std::string("pair from ") + eye);
  }
  EXPECT_EQ(eyes_of("3R"), eyes_of("outside"));
}

TEST(Eyes, KeysAreThoseOfTheFirstPlace) {
  const Input still = seen_from(two_points(), ""), moving = seen_from(two_points(), "orbit");
  EXPECT_EQ(still.keys[0], still.keys[1]);
  EXPECT_NE(moving.keys[0], moving.keys[1]);
  EXPECT_EQ(moving.keys, host_keys(*moving.geometry, moving.eyes[0]));
}

TEST(Eyes, AnOrbitIsEvenAndCloses) {
  const std::vector<Place> orbit = eyes_of("orbit:at=1.2R");
  ASSERT_EQ(orbit.size(), 300u);
  EXPECT_EQ(orbit[0], eyes_of("1.2R")[0]);
  const double level = std::hypot(orbit[0][0] - center[0], orbit[0][2] - center[2]);
  const double step = 2 * level * std::sin(std::numbers::pi / 300);
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    EXPECT_NEAR(between(orbit[i], center), 1.2 * radius, 1e-5);
    EXPECT_NEAR(between(orbit[i], orbit[(i + 1) % 300]), step, 1e-5) << i;
    EXPECT_FLOAT_EQ(orbit[i][1], orbit[0][1]);
  }
}

TEST(Eyes, AnOrbitTakesEveryStepthFrameUntilItCloses) {
  const std::vector<Place> every = eyes_of("orbit"), third = eyes_of("orbit:step=3"), seventh = eyes_of("orbit:step=7");
  EXPECT_EQ(third.size(), 100u);
  EXPECT_EQ(seventh.size(), 300u);
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_LT(between(third[i % 100], every[3 * i % 300]), 1e-5) << i;
    EXPECT_LT(between(seventh[i], every[7 * i % 300]), 1e-5) << i;
  }
  EXPECT_EQ(eyes_of("orbit:frames=1:step=5").size(), 1u);
}

TEST(Eyes, EachCallFollowsAJump) {
  const Input jump = seen_from(two_points(), "jump:at=inside:frames=50");
  ASSERT_EQ(jump.eyes.size(), 50u);
  ASSERT_EQ(jump.before.size(), 50u);
  for (std::size_t i = 0; i < 50; ++i) {
    const double distance = between(jump.eyes[i], center), before = between(jump.before[i], center);
    EXPECT_NEAR(distance, 0.5 * radius, 1e-5);
    EXPECT_NEAR(before / distance, i % 2 == 0 ? 4 : 0.25, 1e-4);
    EXPECT_GT(between(jump.eyes[i], jump.before[i]), distance);
  }
}

TEST(Eyes, OnlyPathsMove) {
  for (const char* eye : {"orbit", "jump", "orbit:step=2"}) EXPECT_TRUE(moves(eye)) << eye;
  for (const char* eye : {"", "outside", "50R", "origin"}) EXPECT_FALSE(moves(eye)) << eye;
}

TEST(Eyes, InvalidNamesAreRefused) {
  for (const char* eye : {"torus", "3.2", "-1R", "R", "1e9R", "nanR", "orbit:at=0R", "orbit:at=centre", "orbit:step=0",
                          "orbit:step=x", "orbit:step", "orbit:far=1", "jump:step=2", "jump:frames=0", "orbit3"}) {
    try {
      seen_from(two_points(), eye);
      ADD_FAILURE() << eye << " was taken";
    } catch (const Failure& failure) {
      EXPECT_EQ(failure.exit_code, usage) << eye;
      EXPECT_NE(std::string(failure.what()).find(eye), std::string::npos) << failure.what();
    }
  }
}

}  // namespace
}  // namespace farfirst::bench
