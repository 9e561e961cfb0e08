// The simulation by compute shaders agrees with its reference step by step, within rounding: each step of the reference
// begins with the shaders' result of the one before.

#include "render/particle_compute.h"

#include <gtest/gtest.h>

#include <cmath>

#include "offscreen/context.h"
#include "render/host_particles.h"
#include "render/scene_renderer.h"

#include "scene/fountain.h"
#include "scene/particles.h"
#include "scenes.h"
#include "tests/inputs/particle_systems.h"

namespace farfirst::app {
namespace {

struct ComputedParticles : testing::Test {
  HeadlessContext context;
  const GladGLContext& gl = context.gl();
  GpuContext gpu{gl};
};

/// The share of living particles that differ by more than rounding; discrete events may fall to one side or the other.
double differing(const ParticleArrays& a, const ParticleArrays& b, float tolerance) {
  std::size_t alive = 0, wrong = 0;
  for (std::size_t i = 0; i < a.places.size(); ++i) {
    if (a.motions[i].w < 0 && b.motions[i].w < 0) continue;
    ++alive;
    const bool close = a.motions[i].w == b.motions[i].w && a.numbers[i] == b.numbers[i] &&
                       glm::length(a.places[i] - b.places[i]) < tolerance &&
                       glm::length(a.motions[i] - b.motions[i]) < 60 * tolerance;
    int shades = 0;
    for (int shift = 0; shift < 32; shift += 8)
      shades = std::max(shades, std::abs(static_cast<int>(a.colors[i] >> shift & 255u) -
                                         static_cast<int>(b.colors[i] >> shift & 255u)));
    wrong += close && shades <= 1 ? 0 : 1;
  }
  EXPECT_EQ(a.places.size(), b.places.size());
  EXPECT_GT(alive, 0u);
  return static_cast<double>(wrong) / static_cast<double>(std::max<std::size_t>(alive, 1));
}

void compare(ParticleCompute& compute, ParticleSimulation& reference, std::uint64_t steps) {
  for (std::uint64_t step = 1; step <= steps; ++step) {
    compute.step_to(step);
    reference.step();
    ParticleArrays computed = compute.read();
    ASSERT_LT(differing(computed, reference.arrays(), 2e-5f), 0.005) << "step " << step;
    reference.set(std::move(computed), step);
  }
}

TEST_F(ComputedParticles, AreThoseOfTheReferenceStepByStep) {
  const auto plan = std::make_shared<const ParticlePlan>(everything(), 0, 5, its_meshes());
  ParticleCompute compute(gpu, plan, false);
  ParticleSimulation reference(plan);
  compare(compute, reference, 54);
  EXPECT_GT(reference.alive(), 400u);
  compute.step_to(15);  // restarts
  EXPECT_EQ(compute.steps(), 15u);
  ParticleSimulation again(plan);
  again.step_to(15);
  EXPECT_LT(differing(compute.read(), again.arrays(), 1e-3f), 0.05);
}

/// Emitters with the same features share one program; where there would be too many, all of a level share one.
TEST_F(ComputedParticles, OfSeveralEmittersInOneDispatch) {
  ParticleSystemDescription system;
  for (const char* name : {"a", "b", "c"}) system.emitters.push_back(named(name, EmitterShape::disc, 300));
  system.emitters[1].drag = 2;
  system.emitters[2].rate = 77;
  system.forces = everything().forces;
  system.colliders = everything().colliders;
  for (const bool many : {false, true}) {
    if (many) {
      for (std::size_t i = 0; i < 8; ++i) {
        const bool swirls = i >= 4;
        system.emitters.push_back(named(("d" + std::to_string(i)).c_str(), EmitterShape::point, 60));
        system.emitters.back().color.along = static_cast<ParticleProperty>(i % 4);
        system.emitters.back().swirl = swirls ? 1.0f : 0.0f;
        if (!swirls) system.forces[i].emitters = {system.emitters.back().name, "a", "b"};
      }
    }
    const auto plan = std::make_shared<const ParticlePlan>(system, 0, 5);
    const auto batches = particle_batches(*plan, 256);
    ASSERT_EQ(batches.size(), 1u);
    EXPECT_EQ(batches[0].size(), 1u);
    EXPECT_EQ(batches[0][0].emitters.size(), system.emitters.size());
    ParticleCompute compute(gpu, plan, false);
    ParticleSimulation reference(plan);
    compare(compute, reference, 12);
    EXPECT_GT(reference.alive(), 100u);
  }
}

TEST_F(ComputedParticles, GoOnUnderOtherForces) {
  ParticleSystemDescription system;
  system.emitters = {named("e", EmitterShape::sphere, 600)};
  Force& gravity = system.forces.emplace_back();
  gravity.vector = {0, -9.81f, 0};
  const auto plan = std::make_shared<const ParticlePlan>(system, 0, 5);
  system.forces[0].vector = {0, 40, 0};
  system.forces.push_back(system.forces[0]);
  const std::optional<ParticlePlan> follows = plan->followed_by(ParticlePlan(system, 0, 5), 12);
  ASSERT_TRUE(follows);
  const auto other = std::make_shared<const ParticlePlan>(*follows);
  ParticleCompute compute(gpu, plan, false);
  ParticleSimulation reference(plan);
  compute.step_to(12);
  reference.step_to(12);
  compute.take(other);
  reference.take(other);
  compute.step_to(20);
  reference.step_to(20);
  const ParticleArrays computed = compute.read();
  EXPECT_LT(differing(computed, reference.arrays(), 1e-4f), 0.02);
  std::size_t rising = 0, old = 0;
  for (const glm::vec4& motion : computed.motions) {
    if (motion.w < 9) continue;  // spawned after the change
    ++old;
    rising += motion.y > 0 ? 1 : 0;
  }
  EXPECT_GT(old, 50u);
  EXPECT_EQ(rising, old);
}

TEST_F(ComputedParticles, AreDrawnBetweenSteps) {
  Emitter emitter = named("e", EmitterShape::point, 600);
  emitter.drag = 0;
  emitter.life = {9, 9};
  ParticleSystemDescription system;
  system.emitters = {emitter};
  const auto plan = std::make_shared<const ParticlePlan>(system, 0, 5);
  ParticleCompute compute(gpu, plan, true);
  compute.step_to(5);
  const ParticleArrays before = compute.read();
  compute.step_to(6);
  const ParticleArrays after = compute.read();
  compute.show(0.25f);
  std::vector<glm::vec4> shown(plan->slots());
  read(gl, compute.arrays().vertices(), shown.data());
  std::size_t moved = 0, unborn = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (after.motions[i].w < 0) continue;
    if (after.motions[i].w <= 0.75f) {
      ASSERT_TRUE(std::isnan(shown[i].x));
      ++unborn;
    } else if (before.motions[i].w >= 0) {
      const glm::vec3 expected = glm::mix(glm::vec3(before.places[i]), glm::vec3(after.places[i]), 0.25f);
      ASSERT_LT(glm::length(glm::vec3(shown[i]) - expected), 1e-5f);
      ++moved;
    }
  }
  EXPECT_GT(moved, 40u);
  EXPECT_GT(unborn, 3u);
}

/// Emitters may have their own exposure; on the GPU as on the host.
TEST_F(ComputedParticles, AreStretchedAsTheirEmittersSay) {
  ParticleSystemDescription system;
  system.emitters = {named("a", EmitterShape::disc, 300), named("b", EmitterShape::disc, 300)};
  system.emitters[1].stretch = 0.12f;
  const auto plan = std::make_shared<const ParticlePlan>(system, 0, 5);
  ParticleCompute compute(gpu, plan, false);
  compute.step_to(10);
  Look look;
  look.particle_style = ParticleStyle::streak;
  look.streak = 0.03f;
  std::vector<glm::vec4> computed(plan->slots());
  read(gl, compute.stretched(look.streak), computed.data());
  const std::vector<glm::vec4> motions = compute.read().motions;
  HostParticles host;
  const auto stretched = host.stretched(motions, *plan, look);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const float factor = i < plan->emitters()[1].first ? 1.0f : 4.0f;
    ASSERT_LT(glm::length(computed[i] - glm::vec4(factor * glm::vec3(motions[i]), motions[i].w)), 1e-4f);
    ASSERT_LT(glm::length(computed[i] - stretched[i]), 1e-4f);
  }
  look.particle_style = ParticleStyle::soft;
  EXPECT_EQ(host.stretched(motions, *plan, look).data(), motions.data()) << "nothing is to be done";
}

/// Sorted on a GPU, which finds the number of living particles.
TEST_F(ComputedParticles, DeadOnesAreNotInTheOrder) {
  const auto particles = std::make_shared<ParticleSystem>(fountain_with_smoke(), 800, 2);
  SceneRenderer frame(gl, VertexFetch::automatic, HeadlessContext::proc());
  const Canvas target(gl, 64, 48);
  SortChoice choice;
  choice.algorithm = "gl.radix";
  Camera camera;
  camera.fit(particles->bounds(), 1);
  frame.set_scene(particles);
  FrameStats report;
  for (const std::optional<bool> cull : {std::optional<bool>(), std::optional(false)}) {
    choice.cull = cull;
    for (int i = 0; i < 3; ++i) report = frame.draw(camera, {}, choice, target.target(), true);
    ASSERT_TRUE(report.kept) << report.message;
    ParticleSimulation reference(particles->plan());
    reference.step_to(particles->simulated_steps());
    EXPECT_NEAR(*report.kept, static_cast<double>(reference.alive()), cull ? 3 : 40);
    EXPECT_LT(*report.kept, particles->slots());
    EXPECT_GE(report.simulate, 0);
  }
}

TEST_F(ComputedParticles, SayHowManyThisOpenGlCanSimulate) {
  GLint64 largest = 0;
  gl.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  if (largest / 16 >= most_particles) GTEST_SKIP() << "it can simulate all";
  const auto plan = std::make_shared<const ParticlePlan>(fountain_with_smoke(), most_particles, 1);
  try {
    const ParticleCompute compute(gpu, plan, false);
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("particles; this OpenGL can simulate "), std::string::npos);
  }
}

}  // namespace
}  // namespace farfirst::app
