// The simulation's reference: whole systems, by statistics over long runs and by reproducibility. The laws of
// motion are in particle_motion.cpp.

#include "scene/particles.h"
#include "scene/particle_coloring.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>

#include "scene/fountain.h"

namespace farfirst::app {
namespace {

/// FNV-1a over the bits of all drawn arrays.
std::uint64_t fingerprint(const ParticleSystem& particles) {
  std::uint64_t h = 14695981039346656037u;
  const ParticleArrays& arrays = particles.simulated().arrays();
  const auto add = [&h](const void* from, std::size_t bytes) {
    const auto* byte = static_cast<const unsigned char*>(from);
    for (std::size_t i = 0; i < bytes; ++i) h = (h ^ byte[i]) * 1099511628211u;
  };
  for (std::size_t i = 0; i < arrays.places.size(); ++i) {
    if (arrays.motions[i].w < 0) continue;
    add(&arrays.places[i], sizeof(glm::vec4));
    add(&arrays.colors[i], sizeof(std::uint32_t));
  }
  return h;
}

ParticleSystem after(std::uint32_t count, std::uint32_t seed, int steps) {
  ParticleSystem particles(fountain_with_smoke(), count, seed);
  for (int i = 0; i < steps; ++i) particles.step();
  return particles;
}

Emitter simple_emitter(float rate, float life) {
  Emitter emitter;
  emitter.name = "e";
  emitter.rate = rate;
  emitter.life = {life, life};
  return emitter;
}

ParticleSystemDescription system_of(const std::vector<Emitter>& emitters) {
  ParticleSystemDescription system;
  system.emitters = emitters;
  system.least = glm::vec3(-1);
  system.most = glm::vec3(1);
  return system;
}

TEST(Particles, HaveNoMoreSlotsThanWanted) {
  for (const std::uint32_t count : {1u, 2u, 3u, 7u, 1000u, 100000u}) {
    const ParticleSystem particles(fountain_with_smoke(), count, 1);
    EXPECT_LE(particles.slots(), count);
    if (count >= 1000) {
      EXPECT_GE(particles.slots(), 0.97 * count);
    }
    EXPECT_GE(particles.slots(), 1u);
  }
}

TEST(Particles, RepeatBitForBit) { EXPECT_EQ(fingerprint(after(500, 3, 200)), fingerprint(after(500, 3, 200))); }

TEST(Particles, BeginAgainWhereTheyBegan) {
  ParticleSystem particles = after(300, 3, 60);
  const std::uint64_t then = fingerprint(particles), version = particles.version();
  particles.restart();
  EXPECT_NE(particles.version(), version);
  EXPECT_EQ(particles.steps(), 0u);
  EXPECT_NE(fingerprint(particles), then);
  for (int i = 0; i < 60; ++i) particles.step();
  EXPECT_EQ(fingerprint(particles), then);
}

TEST(Particles, DifferWithTheSeedAndMove) {
  EXPECT_NE(fingerprint(after(300, 1, 0)), fingerprint(after(300, 2, 0)));
  EXPECT_NE(fingerprint(after(300, 1, 1)), fingerprint(after(300, 1, 2)));
}

/// The visible result: how high the water stands and how much paint there is in the air.
TEST(Particles, StartInTheSteadyState) {
  const auto look_of = [](const ParticleSystem& particles) {
    glm::dvec2 look(0);
    const ParticleArrays& arrays = particles.simulated().arrays();
    for (std::size_t i = 0; i < arrays.places.size(); ++i) {
      if (arrays.motions[i].w < 0) continue;
      look.x += arrays.places[i].y;
      look.y += static_cast<double>(arrays.colors[i] >> 24) * arrays.places[i].w * arrays.places[i].w;
    }
    return look;
  };
  const glm::dvec2 at_start = look_of(after(1500, 5, 0)), later = look_of(after(1500, 5, 240));
  EXPECT_NEAR(later.x / at_start.x, 1.0, 0.07);
  EXPECT_NEAR(later.y / at_start.y, 1.0, 0.09);
}

/// Also that particles do not settle in flat sheets: the water lies on the floor, and nothing else on any
/// plane.
TEST(Particles, StayInTheirBoundsAndAreNotFlattened) {
  ParticleSystem particles(fountain_with_smoke(), 300, 4);
  const Bounds& room = particles.bounds();
  const glm::vec3 more(0.6f);
  double fastest = 0;
  std::size_t seen = 0, inside = 0;
  for (int i = 0; i < 1500; ++i) {
    particles.step();
    const ParticleArrays& arrays = particles.simulated().arrays();
    for (std::size_t k = 0; k < arrays.places.size(); ++k) {
      if (arrays.motions[k].w < 0) continue;
      const glm::vec3 place(arrays.places[k]);
      ASSERT_TRUE(std::isfinite(place.x) && std::isfinite(place.y) && std::isfinite(place.z));
      ASSERT_GE(place.y, -0.15f);
      ++seen;
      inside += Bounds{room.minimum - more, room.maximum + more}.holds(place) ? 1 : 0;
      fastest = std::max<double>(fastest, glm::length(glm::vec3(arrays.motions[k])));
      ASSERT_TRUE(arrays.places[k].w > 0 && arrays.places[k].w < 2);
    }
  }
  EXPECT_GT(static_cast<double>(inside), 0.995 * static_cast<double>(seen));
  EXPECT_LT(fastest, 8.5);  // no more than from the top of a jet
}

/// Every birth has its own number, in a row, and lives as long as it must.
TEST(Particles, AreBornOnceAndNoneIsLost) {
  Emitter emitter = simple_emitter(77.7f, 0.5f);
  emitter.burst = 9;
  emitter.burst_every = 0.37f;
  const auto plan = std::make_shared<const ParticlePlan>(system_of({emitter}), 0, 1);
  ParticleSimulation simulation(plan);
  std::set<std::uint32_t> numbers;
  std::vector<float> ages(plan->slots(), -1);
  constexpr int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    const ParticleArrays& arrays = simulation.arrays();
    for (std::size_t k = 0; k < plan->slots(); ++k) {
      const float age = arrays.motions[k].w;
      if (age < 0) {
        ASSERT_TRUE(ages[k] < 0 || ages[k] > 28.9f) << "died too early";
      } else if (age <= 1) {
        ASSERT_LT(ages[k], 0) << "slot " << k << " was not free";
        ASSERT_TRUE(numbers.insert(arrays.numbers[k]).second) << "spawned twice";
      } else {
        ASSERT_EQ(age, ages[k] + 1);
      }
      ages[k] = age;
    }
  }
  const double seconds = steps / 60.0;
  EXPECT_EQ(numbers.size(), std::floor(77.7f * seconds) + 9 * std::ceil(seconds / 0.37f));
  EXPECT_EQ(*numbers.rbegin(), numbers.size() - 1);
  EXPECT_NEAR(static_cast<double>(simulation.alive()), 77.7 * 0.5 + 18, 14);
}

/// A rate that changes while they move neither loses births nor counts one twice, also where it is done again from the
/// beginning.
TEST(Particles, GoOnWithOtherRates) {
  ParticleSystemDescription system = system_of({simple_emitter(120, 0.5f)});  // two a step: counts are whole
  auto plan = std::make_shared<const ParticlePlan>(system, 0, 1);
  const std::uint32_t slots = plan->slots();
  ParticleSimulation simulation(plan);
  std::set<std::uint32_t> numbers;
  std::uint64_t changed = 0;
  for (const float rate : {120.0f, 31.7f, 90.0f, 0.0f, 120.0f}) {
    system.emitters[0].rate = rate;
    const std::optional<ParticlePlan> follows = plan->followed_by(ParticlePlan(system, 0, 1), simulation.steps());
    ASSERT_TRUE(follows) << rate;
    plan = std::make_shared<const ParticlePlan>(*follows);
    simulation.take(plan);
    EXPECT_EQ(plan->slots(), slots);
    std::size_t born = 0;
    for (int i = 0; i < 60; ++i) {
      simulation.step();
      for (std::size_t k = 0; k < slots; ++k) {
        const float age = simulation.arrays().motions[k].w;
        if (age < 0 || age > 1) continue;
        ASSERT_TRUE(numbers.insert(simulation.arrays().numbers[k]).second) << "spawned twice";
        ++born;
      }
    }
    EXPECT_NEAR(static_cast<double>(born), rate, 1);
    EXPECT_NEAR(static_cast<double>(simulation.alive()), rate / 2, 3);
    changed = simulation.steps();
  }
  EXPECT_EQ(*numbers.rbegin(), numbers.size() - 1) << "in a row";
  ParticleSimulation again(plan);
  again.step_to(changed);
  EXPECT_EQ(again.arrays().numbers, simulation.arrays().numbers) << "those that are alive are the same ones";
  EXPECT_EQ(plan->restarted().moment(1).births[0].number, 0u);
}

TEST(Particles, RestartWhereTheyNeedOtherPlaces) {
  Emitter parent = simple_emitter(60, 0.5f), child = simple_emitter(10, 0.5f);
  child.name = "c";
  child.parent = "e";
  const ParticleSystemDescription system = system_of({parent, child});
  const ParticlePlan plan(system, 0, 1);
  const auto goes_on = [&](auto change, std::uint32_t seed = 1) {
    ParticleSystemDescription other = system;
    change(other);
    return plan.followed_by(ParticlePlan(other, 0, seed), 100).has_value();
  };
  EXPECT_TRUE(goes_on([](auto&) {}));
  EXPECT_TRUE(goes_on([](auto& s) { s.emitters[0].drag = 3, s.emitters[1].speed = {1, 2}; }));
  EXPECT_TRUE(goes_on([](auto& s) { s.forces.emplace_back().vector = {0, 1, 0}; }));
  EXPECT_TRUE(goes_on([](auto& s) { s.emitters[1].life = {0.1f, 0.2f}; })) << "a shorter life fits";
  EXPECT_FALSE(goes_on([](auto& s) { s.emitters[1].life = {2, 2}; }));
  EXPECT_FALSE(goes_on([](auto& s) { s.emitters[0].rate = 30; })) << "children count by the places of their parents";
  EXPECT_FALSE(goes_on([](auto& s) { s.emitters[1].rate = 5; }));
  EXPECT_FALSE(goes_on([](auto& s) { s.emitters.pop_back(); }));
  EXPECT_FALSE(goes_on([](auto&) {}, 2)) << "they are others";
  const ParticlePlan scaled(system, 5000, 1);
  EXPECT_TRUE(scaled.followed_by(ParticlePlan(scaled.scaled_description(), 0, 1), 100)) << "but for rounding the same";
}

TEST(Particles, AreColoredByAProperty) {
  Emitter emitter = simple_emitter(60, 0.5f);
  emitter.speed = {2, 2};
  emitter.opacity.curve.knots = {{0, 0}, {0.5f, 0.6f}, {1, 0}};
  const ParticleSystemDescription system = system_of({emitter});
  ParticleMapping mapping;
  EXPECT_EQ(colored_by(system, mapping, {}), system);
  mapping.color.name = "temperature";
  EXPECT_EQ(colored_by(system, mapping, {}), system) << "they have none";
  mapping.color.name = "speed";
  mapping.opacity = {"age", ValueRange{0, 2}};
  const Emitter colored = colored_by(system, mapping, {}).emitters.at(0);
  EXPECT_EQ(colored.color.along, ParticleProperty::speed);
  EXPECT_EQ(colored.color.curve.knots.front().at, 0);
  EXPECT_NEAR(colored.color.curve.knots.back().at, 2, 0.01) << "the fastest";
  EXPECT_EQ(colored.opacity.along, ParticleProperty::age);
  EXPECT_EQ(colored.opacity.curve.knots.size(), 1u) << "none is older than 1";
  mapping.opacity.range = ValueRange{0, 1};
  mapping.size = {"height", ValueRange{1, 2}};
  const Emitter sized = colored_by(system, mapping, {}).emitters.at(0);
  EXPECT_EQ(sized.opacity.curve.knots.back().value, 0.6f);
  EXPECT_EQ(sized.growth.along, ParticleProperty::height);
  EXPECT_EQ(sized.growth.curve.knots, (std::vector<Curve<float>::Knot>{{1, 0.0f}, {2, 1.0f}}));
}

TEST(Particles, OfOneStepAreBornAtDifferentMoments) {
  Emitter emitter = simple_emitter(6000, 0.5f);
  emitter.speed = {1, 1};
  ParticleSimulation simulation(std::make_shared<const ParticlePlan>(system_of({emitter}), 0, 1));
  simulation.step();
  std::set<float> heights;
  for (const glm::vec4& place : simulation.arrays().places)
    if (!std::isnan(place.x)) heights.insert(place.y);
  EXPECT_GT(heights.size(), 90u);
  EXPECT_NEAR(*heights.rbegin(), 1 / 60.0, 0.0003);
}

TEST(Particles, LeaveTrailsOfChildren) {
  Emitter parent = simple_emitter(1, 2), child = simple_emitter(30, 0.5f);
  parent.speed = {1, 1};
  child.name = "c";
  child.parent = "e";
  const auto plan = std::make_shared<const ParticlePlan>(system_of({parent, child}), 0, 1);
  ParticleSimulation simulation(plan);
  simulation.step_to(60 + 45);  // the first one is born after a second
  const simulate::ParticleEmitter& block = plan->emitters()[1];
  std::set<float> heights;
  for (std::size_t i = 0; i < block.slots; ++i)
    if (simulation.arrays().motions[block.first + i].w >= 0)
      heights.insert(simulation.arrays().places[block.first + i].y);
  ASSERT_EQ(heights.size(), 15u);  // of half a second
  EXPECT_NEAR(*heights.begin(), 0.25, 0.04);
  EXPECT_NEAR(*heights.rbegin(), 0.75, 0.04);
}

TEST(Particles, BurstWhenTheyDie) {
  Emitter parent = simple_emitter(2, 0.25f), child = simple_emitter(0, 0.6f);
  parent.speed = {4, 4};
  child.name = "c";
  child.parent = "e";
  child.when = ChildBirth::death;
  child.burst = 40;
  child.inherit_velocity = 0.5f;
  const auto plan = std::make_shared<const ParticlePlan>(system_of({parent, child}), 0, 1);
  ParticleSimulation simulation(plan);
  const simulate::ParticleEmitter& block = plan->emitters()[1];
  std::size_t births = 0;
  for (int i = 0; i < 600; ++i) {
    simulation.step();
    for (std::size_t k = block.first; k < block.first + block.slots; ++k) {
      const float age = simulation.arrays().motions[k].w;
      if (age < 0 || age > 1) continue;
      ++births;
      EXPECT_NEAR(simulation.arrays().places[k].y, 1.0f + 2 * age / 60, 1e-3f);  // where the parent ended
    }
  }
  EXPECT_EQ(births, 40u * 19);  // one parent every half second, each dead after a quarter
}

TEST(Particles, AreScaledInNumberAndSize) {
  const ParticlePlan few(fountain_with_smoke(), 10'000, 1), many(fountain_with_smoke(), 1'000'000, 1);
  EXPECT_GT(many.slots(), 990'000u);
  EXPECT_NEAR(few.emitters()[0].size_least / many.emitters()[0].size_least, std::pow(100.0, 0.375), 0.01);
}

std::string what_of(const ParticleSystemDescription& system) {
  try {
    const ParticlePlan plan(system, 0, 1);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(Particles, SayWhatCannotBeSimulated) {
  EXPECT_EQ(what_of(system_of({simple_emitter(1e8f, 10)})),
            "the particle system has up to 1,005,000,001 particles at once; Farfirst can simulate 67,108,864");
  Emitter child = simple_emitter(1, 1);
  child.parent = "missing";
  EXPECT_EQ(what_of(system_of({child})), "the emitter 'e' has the parent 'missing', which is not an emitter before it");
  Emitter mesh = simple_emitter(1, 1);
  mesh.shape = EmitterShape::mesh;
  EXPECT_EQ(what_of(system_of({mesh})), "the emitter 'e' is a mesh without triangles");
  EXPECT_EQ(what_of(system_of(std::vector<Emitter>(33, simple_emitter(1, 1)))),
            "the particle system has 33 emitters; Farfirst can simulate 32");
}

/// The extent without one in the file: that of a small system.
TEST(Particles, FindTheirBounds) {
  Emitter emitter = simple_emitter(100, 1);
  emitter.speed = {2, 2};
  ParticleSystemDescription system = system_of({emitter});
  system.least = system.most;
  const Bounds bounds = ParticleSystem(system, 0, 1).bounds();
  EXPECT_NEAR(bounds.maximum.y, 2.08, 0.1);
  EXPECT_NEAR(bounds.minimum.y, -0.08, 0.1);
}

}  // namespace
}  // namespace farfirst::app
