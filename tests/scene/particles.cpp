#include "scene/particles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace farfirst::app {
namespace {

/// FNV-1a over the bits of everything that is drawn.
std::uint64_t fingerprint(const ParticleSystem& particles) {
  std::uint64_t h = 14695981039346656037u;
  const auto add = [&h](auto span) {
    const auto bytes = std::as_bytes(span);
    for (const std::byte b : bytes) h = (h ^ std::to_integer<std::uint64_t>(b)) * 1099511628211u;
  };
  add(particles.positions());
  add(particles.radii());
  add(particles.colors());
  return h;
}

ParticleSystem after(std::uint32_t count, std::uint32_t seed, int steps) {
  ParticleSystem particles(count, seed);
  for (int i = 0; i < steps; ++i) particles.step();
  return particles;
}

void expect_sound(const ParticleSystem& particles) {
  const Bounds& room = particles.bounds();
  for (const glm::vec3& p : particles.positions()) {
    ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z));
    ASSERT_TRUE(glm::all(glm::greaterThanEqual(p, room.minimum)) && glm::all(glm::lessThanEqual(p, room.maximum)));
  }
  for (const float radius : particles.radii()) ASSERT_TRUE(radius > 0.0f && radius < 2.0f);
}

TEST(Particles, HaveOneOfEverything) {
  for (const std::uint32_t count : {1u, 2u, 3u, 7u, 1000u, 100000u}) {
    const ParticleSystem particles(count, 1);
    EXPECT_EQ(particles.positions().size(), count);
    EXPECT_EQ(particles.radii().size(), count);
    EXPECT_EQ(particles.colors().size(), count);
    expect_sound(particles);
  }
}

TEST(Particles, RepeatBitForBit) { EXPECT_EQ(fingerprint(after(5000, 3, 500)), fingerprint(after(5000, 3, 500))); }

/// The same numbers on every machine and with every compiler and C library. Whoever changes the simulation on purpose
/// changes these.
TEST(Particles, AreTheSameEverywhere) {
  EXPECT_EQ(fingerprint(after(2000, 1, 0)), 3532794633595218265u);
  EXPECT_EQ(fingerprint(after(2000, 1, 300)), 54647575263437461u);
}

TEST(Particles, DifferWithTheSeedAndMove) {
  EXPECT_NE(fingerprint(ParticleSystem(1000, 1)), fingerprint(ParticleSystem(1000, 2)));
  EXPECT_NE(fingerprint(after(1000, 1, 1)), fingerprint(after(1000, 1, 2)));
}

TEST(Particles, StayInTheirBoundsForTenThousandSteps) {
  ParticleSystem particles(600, 4);
  for (int i = 0; i < 10000; ++i) {
    particles.step();
    if (i % 10 == 0) expect_sound(particles);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_EQ(particles.steps(), 10000u);
}

/// What the eye sees of it: how high the water stands and how much paint there is in the air.
struct Look {
  double height = 0, paint = 0;
};
Look look_of(const ParticleSystem& particles) {
  Look look;
  for (std::size_t i = 0; i < particles.positions().size(); ++i) {
    look.height += particles.positions()[i].y;
    look.paint += static_cast<double>(particles.colors()[i] >> 24) * particles.radii()[i] * particles.radii()[i];
  }
  return look;
}

TEST(Particles, StartInTheSteadyState) {
  ParticleSystem particles(20000, 5);
  const Look at_start = look_of(particles);
  for (int i = 0; i < 2000; ++i) particles.step();
  const Look later = look_of(particles);
  EXPECT_NEAR(later.height / at_start.height, 1.0, 0.05);
  EXPECT_NEAR(later.paint / at_start.paint, 1.0, 0.05);
}

TEST(Particles, SpansKeepTheirAddress) {
  ParticleSystem particles(100, 1);
  const auto* const before = particles.positions().data();
  for (int i = 0; i < 1000; ++i) particles.step();
  EXPECT_EQ(particles.positions().data(), before);
}

}  // namespace
}  // namespace farfirst::app
