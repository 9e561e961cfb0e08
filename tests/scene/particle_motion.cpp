// The laws by which particles move, against closed forms; where they spawn; and their look. By the
// reference; the compute shaders must agree with it (tests/render/particle_compute.cpp).

#include <gtest/gtest.h>

#include <cmath>

#include "scene/particle_simulation.h"

namespace farfirst::app {
namespace {

/// One particle, or several, of one emitter, spawned at the end of the first step.
struct Motion : testing::Test {
  Motion() {
    Emitter& emitter = system.emitters.emplace_back();
    emitter.name = "e";
    emitter.burst = 1;
    emitter.life = {1000, 1000};
    emitter.direction = {0, 1, 0};
  }
  Emitter& emitter() { return system.emitters[0]; }
  Force& force(ForceKind kind) {
    Force& result = system.forces.emplace_back();
    result.kind = kind;
    return result;
  }
  void begin() { simulation.emplace(std::make_shared<const ParticlePlan>(system, 0, 1)); }
  void run(double seconds) {
    if (!simulation) begin();
    simulation->step_to(static_cast<std::uint64_t>(std::lround(60 * seconds)));
  }
  glm::vec3 place(std::size_t i = 0) const { return glm::vec3(simulation->arrays().places[i]); }
  glm::vec3 velocity(std::size_t i = 0) const { return glm::vec3(simulation->arrays().motions[i]); }

  ParticleSystemDescription system;
  std::optional<ParticleSimulation> simulation;
};

TEST_F(Motion, FallsOnAParabola) {
  emitter().speed = {5, 5};
  force(ForceKind::gravity).vector = {1, -9.81f, 0};
  for (const double t : {0.5, 1.0, 2.0}) {
    run(t);
    EXPECT_NEAR(place().y, 5 * t - 0.5 * 9.81 * t * t, 2e-4);
    EXPECT_NEAR(place().x, 0.5 * t * t, 2e-4);
    EXPECT_NEAR(velocity().y, 5 - 9.81 * t, 2e-4);
  }
}

TEST_F(Motion, DragDecaysExponentially) {
  emitter().speed = {5, 5};
  emitter().drag = 1.5f;
  run(1.0);
  EXPECT_NEAR(velocity().y, 5 * std::exp(-1.5), 0.003);  // the first step alone is not exact
  EXPECT_NEAR(place().y, 5 / 1.5 * (1 - std::exp(-1.5)), 0.003);
}

TEST_F(Motion, FallsWithItsTerminalSpeedThroughTheWind) {
  emitter().drag = 4;
  force(ForceKind::gravity).vector = {0, -9.81f, 0};
  force(ForceKind::wind).vector = {3, 0.5f, 0};
  run(5.0);
  EXPECT_NEAR(velocity().x, 3, 1e-3);
  EXPECT_NEAR(velocity().y, 0.5 - 9.81 / 4, 1e-3);
}

TEST_F(Motion, ForcesMoveOnlyTheirEmitters) {
  emitter().gravity_scale = -0.5f;
  force(ForceKind::gravity).vector = {0, -2, 0};
  force(ForceKind::gravity).vector = {100, 0, 0};
  system.forces[1].emitters = {"another"};
  run(1.0);
  EXPECT_NEAR(place().y, 0.5, 1e-4);
  EXPECT_EQ(place().x, 0);
}

TEST_F(Motion, CirclesAnAttractor) {
  emitter().position = {2, 0, 0};
  emitter().speed = {2, 2};  // sqrt(strength / distance)
  Force& pull = force(ForceKind::attractor);
  pull.strength = 8;
  pull.soft = 0;
  begin();
  for (int i = 1; i <= 600; ++i) {  // ten orbits and more
    simulation->step();
    ASSERT_NEAR(glm::length(place()), 2, 0.01);
    ASSERT_NEAR(0.5 * glm::dot(velocity(), velocity()) - 8 / glm::length(place()), -2, 0.01) << "energy";
  }
}

TEST_F(Motion, BouncesToTheHeightsOfItsRestitution) {
  emitter().position = {0, 2, 0};
  force(ForceKind::gravity).vector = {0, -9.81f, 0};
  system.colliders.emplace_back().bounce = 0.6f;
  begin();
  std::vector<float> tops;
  float before = 0;
  for (int i = 0; i < 300; ++i) {
    simulation->step();
    ASSERT_GE(place().y, -1e-4f);
    if (before > 0 && velocity().y <= 0) tops.push_back(place().y);
    before = velocity().y;
  }
  ASSERT_GE(tops.size(), 3u);
  EXPECT_NEAR(tops[0], 2 * 0.36, 0.03);
  EXPECT_NEAR(tops[1], 2 * 0.36 * 0.36, 0.03);
  EXPECT_NEAR(place().y, 0, 1e-3) << "it rests in the end";
  EXPECT_NEAR(glm::length(velocity()), 0, 1e-3);
}

TEST_F(Motion, SlidesByCoulombsLaw) {
  emitter().direction = {1, 0, 0};
  emitter().speed = {2, 2};
  force(ForceKind::gravity).vector = {0, -10, 0};
  system.colliders.emplace_back().friction = 0.2f;
  run(0.5);
  EXPECT_NEAR(velocity().x, 2 - 0.2 * 10 * 0.5, 0.05);
  run(2.0);
  EXPECT_NEAR(velocity().x, 0, 1e-4);
  EXPECT_NEAR(place().x, 1, 0.03);  // v^2 / 2a
}

/// Thrown at them at 100 m/s: more than the sphere is wide, in a step.
TEST_F(Motion, PassesThroughNothing) {
  emitter().burst = 400;
  emitter().shape = EmitterShape::sphere;
  emitter().radius = 0.3f;
  emitter().spread = 180;
  emitter().speed = {0, 100};
  Collider ball;
  ball.shape = ColliderShape::sphere;
  ball.position = {3, 0, 0};
  ball.radius = 0.8f;
  ball.bounce = 1;
  ball.friction = 0;
  Collider box = ball;
  box.shape = ColliderShape::box;
  box.position = {-3, 0.2f, 0};
  box.size = {1, 2, 3};
  Collider room = ball;
  room.shape = ColliderShape::room;
  room.position = {};
  room.size = {12, 8, 9};
  system.colliders = {ball, box, room};
  begin();
  for (int i = 0; i < 200; ++i) {
    simulation->step();
    for (std::size_t k = 0; k < simulation->arrays().places.size(); ++k) {
      if (simulation->arrays().motions[k].w < 0) continue;
      const glm::vec3 p = place(k), of_box = glm::abs(p - box.position) - 0.5f * box.size;
      ASSERT_TRUE(glm::all(glm::lessThan(glm::abs(p), 0.5f * room.size + 2e-3f)));
      ASSERT_GT(glm::length(p - ball.position), 0.8f - 2e-3f);
      ASSERT_GT(std::max({of_box.x, of_box.y, of_box.z}), -2e-3f);
    }
  }
  double fastest = 0;
  for (std::size_t k = 0; k < 400; ++k) fastest = std::max<double>(fastest, glm::length(velocity(k)));
  EXPECT_NEAR(fastest, 100, 1.5) << "with a bounce of 1 nothing is lost";
}

TEST_F(Motion, DiesOfWhatKills) {
  emitter().speed = {3, 3};
  Collider& lid = system.colliders.emplace_back();
  lid.position = {0, 1, 0};
  lid.direction = {0, -1, 0};
  lid.kills = true;
  run(0.3);
  EXPECT_EQ(simulation->alive(), 1u);
  run(0.4);
  EXPECT_EQ(simulation->alive(), 0u);
  EXPECT_TRUE(std::isnan(place().x));
}

TEST_F(Motion, TurnsInAVortexAndStaysWhereItsNoiseHasNoSources) {
  emitter().burst = 3000;
  emitter().shape = EmitterShape::box;
  emitter().size = {8, 8, 8};
  emitter().drag = 60;  // as the air
  Force& noise = force(ForceKind::curl_noise);
  noise.strength = 0.5f;
  noise.scale = 1.3f;
  run(0.5);
  double square = 0;
  for (std::size_t i = 0; i < 3000; ++i) square += glm::dot(velocity(i), velocity(i));
  EXPECT_NEAR(std::sqrt(square / 3000), 0.5, 0.04);

  system.forces.clear();
  Force& vortex = force(ForceKind::vortex);
  vortex.vector = {0, 2, 0};
  vortex.strength = 1.5f;
  vortex.scale = 2;
  emitter().burst = 1;
  emitter().shape = EmitterShape::point;
  emitter().position = {2, 0, 0};
  begin();
  simulation->step_to(20);
  EXPECT_NEAR(glm::length(velocity()), 1.5, 0.03);
  EXPECT_LT(velocity().z, 0);  // right-handed
}

TEST_F(Motion, IsBornAllOverItsShape) {
  emitter().burst = 4000;
  const auto born = [&] {
    begin();
    simulation->step();
    glm::dvec3 mean(0), square(0);
    for (std::size_t i = 0; i < 4000; ++i) {
      mean += glm::dvec3(place(i)) / 4000.0;
      square += glm::dvec3(place(i) * place(i)) / 4000.0;
    }
    return std::pair(mean, square);
  };
  emitter().shape = EmitterShape::disc;
  emitter().radius = 2;
  auto [mean, square] = born();
  EXPECT_NEAR(square.x, 1, 0.06);  // r^2 / 4
  EXPECT_NEAR(square.z, 1, 0.06);
  EXPECT_NEAR(square.y, 0, 1e-9);
  emitter().shape = EmitterShape::sphere;
  std::tie(mean, square) = born();
  for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(square[axis], 0.8, 0.06);  // r^2 / 5
  EXPECT_NEAR(glm::length(mean), 0, 0.06);
  emitter().inner_radius = 1.9f;
  begin();
  simulation->step();
  for (std::size_t i = 0; i < 4000; ++i) ASSERT_TRUE(glm::length(place(i)) > 1.899f && glm::length(place(i)) < 2.001f);
  emitter().shape = EmitterShape::box;
  emitter().size = {6, 2, 4};
  std::tie(mean, square) = born();
  EXPECT_NEAR(square.x, 3, 0.15);  // size^2 / 12
  EXPECT_NEAR(square.z, 4 / 3.0, 0.1);
}

/// Two triangles, one three times as large; the mesh is moved to the middle and scaled.
TEST_F(Motion, IsBornAllOverAMesh) {
  emitter().burst = 4000;
  emitter().shape = EmitterShape::mesh;
  emitter().size = {4, 0, 0};
  const std::vector<glm::vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {4, 0, 0}, {1, 1, 0}};
  simulation.emplace(std::make_shared<const ParticlePlan>(system, 0, 1, EmitterMeshes{corners}));
  simulation->step();
  std::size_t left = 0;
  for (std::size_t i = 0; i < 4000; ++i) {
    const glm::vec3 p = place(i) + glm::vec3(2, 0.5f, 0);
    ASSERT_TRUE(p.x >= 0 && p.x <= 4 && p.y >= 0 && p.y <= 1 && p.z == 0);
    left += p.x < 1 ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(left) / 4000, 0.25, 0.03);
}

TEST_F(Motion, FliesWithinItsConeAndSwirls) {
  emitter().burst = 2000;
  emitter().speed = {2, 3};
  emitter().spread = 30;
  emitter().direction = {1, 1, 0};
  begin();
  simulation->step();
  const glm::vec3 axis = glm::normalize(emitter().direction);
  float widest = 1;
  for (std::size_t i = 0; i < 2000; ++i) {
    const float speed = glm::length(velocity(i));
    ASSERT_TRUE(speed > 1.999f && speed < 3.001f);
    widest = std::min(widest, glm::dot(velocity(i), axis) / speed);
  }
  EXPECT_NEAR(widest, std::cos(glm::radians(30.0f)), 0.002);

  emitter().speed = {};
  emitter().direction = {0, 1, 0};
  emitter().shape = EmitterShape::disc;
  emitter().radius = 5;
  emitter().swirl = 3;
  emitter().swirl_falloff = 0.5f;
  begin();
  simulation->step();
  for (std::size_t i = 0; i < 2000; ++i) {
    const glm::vec3 from = place(i) - velocity(i) / 60.0f;
    if (glm::length(from) < 0.5f) continue;
    ASSERT_NEAR(glm::length(velocity(i)), 3 / std::sqrt(glm::length(from)), 0.02);
  }
}

TEST_F(Motion, ColourOpacityAndRadiusFollowTheirCurves) {
  emitter().life = {2, 2};
  emitter().speed = {3, 3};
  emitter().radius_of_particle = {0.1f, 0.1f};
  emitter().color = {ParticleProperty::age, {{{0, {1, 0, 0}}, {1, {0, 0, 1}}}}};
  emitter().opacity = {ParticleProperty::height, {{{0, 1.0f}, {3, 0.0f}}}};
  emitter().growth = {ParticleProperty::speed, {{{0, 1.0f}, {6, 3.0f}}}};
  run(1.0);
  const std::uint32_t color = simulation->arrays().colors[0];
  EXPECT_NEAR(static_cast<double>(color & 255u), 127, 2);
  EXPECT_NEAR(static_cast<double>(color >> 16 & 255u), 127, 2);
  EXPECT_NEAR(static_cast<double>(color >> 24), 0, 1);
  EXPECT_NEAR(simulation->arrays().places[0].w, 0.2, 1e-3);
}

}  // namespace
}  // namespace farfirst::app
