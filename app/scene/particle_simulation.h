#pragma once
// The CPU reference of the GPU's simulation (render/particle_compute.h): the same source, shaders/simulate/step.glsl,
// on all cores. Only + - * / and square roots are used, nothing of libm, whose last bit differs between C libraries:
// the same plan and step give the same particles, bit for bit, on any machine with IEEE floats.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <span>
#include <vector>

#include "particle_plan.h"
#include "particle_step.h"

namespace farfirst::app {

/// The arrays of all slots.
struct ParticleArrays {
  std::vector<glm::vec4> places;       // position and radius; x is not a number: there is no particle
  std::vector<glm::vec4> motions;      // velocity, and the age in steps; negative: there is no particle
  std::vector<std::uint32_t> numbers;  // of its birth
  std::vector<std::uint32_t> colors;   // RGBA8, sRGB, straight alpha

  /// All slots empty.
  explicit ParticleArrays(std::size_t slots);
};

class ParticleSimulation {
 public:
  /// At the start of the warm-up. `several`: steps several particles at a time; null: each is stepped alone,
  /// which gives the same.
  explicit ParticleSimulation(std::shared_ptr<const ParticlePlan> plan,
                              simulate::StepBlock several = simulate::step_block());

  /// Counted from there.
  std::uint64_t steps() const { return steps_; }
  void step();
  void step_to(std::uint64_t number) {
    while (steps_ < number) step();
  }

  const ParticlePlan& plan() const { return *plan_; }
  const ParticleArrays& arrays() const { return arrays_; }
  std::size_t alive() const;
  /// Continues with a plan that follows (ParticlePlan::followed_by).
  void take(std::shared_ptr<const ParticlePlan> plan) { plan_ = std::move(plan); }
  /// Continues from here, as if this were step `number`.
  void set(ParticleArrays arrays, std::uint64_t number);

 private:
  void step(const simulate::ParticleMoment& moment, std::span<const std::uint32_t> level, std::size_t first,
            std::size_t last);

  std::shared_ptr<const ParticlePlan> plan_;
  simulate::StepBlock several_;
  ParticleArrays arrays_;
  std::uint64_t steps_ = 0;
};

}  // namespace farfirst::app
