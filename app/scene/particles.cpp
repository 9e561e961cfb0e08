#include "particles.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {

namespace {

/// What a small one fills, from when it is in its steady state for as long as a particle lives.
Bounds reached_by(const ParticlePlan& plan) {
  constexpr std::uint32_t few = 1500;
  constexpr double most_steps = 1200;
  const auto small = std::make_shared<const ParticlePlan>(plan.description(), few, plan.seed(), plan.meshes());
  ParticleSimulation simulation(small);
  const auto until = small->warm_up() + static_cast<std::uint64_t>(std::min(small->longest_life(), most_steps)) + 1;
  Bounds result;
  while (simulation.steps() < until) {
    simulation.step();
    if (simulation.steps() % 4 != until % 4) continue;
    for (const glm::vec4& place : simulation.arrays().places)
      if (!std::isnan(place.x)) result.add(glm::vec3(place));
  }
  if (result.empty()) result.add(glm::vec3(0));
  const glm::vec3 more(0.08f * result.radius());
  result.add(result.minimum - more);
  result.add(result.maximum + more);
  return result;
}

Bounds bounds_of(const ParticlePlan& plan) {
  const ParticleSystemDescription& description = plan.description();
  if (description.least == description.most) return reached_by(plan);
  Bounds result;
  result.add(description.least);
  result.add(description.most);
  return result;
}

}  // namespace

ParticleSystem::ParticleSystem(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                               EmitterMeshes meshes)
    : plan_(std::make_shared<const ParticlePlan>(std::move(description), count, seed, std::move(meshes))),
      bounds_(bounds_of(*plan_)) {}

void ParticleSystem::step() {
  ++steps_;
  ++version_;
}

void ParticleSystem::restart() {
  steps_ = 0;
  ++version_;
}

void ParticleSystem::set_forces(std::vector<Force> forces) {
  if (simulation_) simulation_->step_to(simulated_steps());  // under the old ones
  plan_ = std::make_shared<const ParticlePlan>(plan_->with_forces(std::move(forces)));
  if (simulation_) simulation_->take(plan_);
  ++version_;
}

void ParticleSystem::set_part(float part) {
  if (part == part_) return;
  part_ = part;
  ++version_;
}

const ParticleSimulation& ParticleSystem::simulated() const {
  if (!simulation_ || simulation_->steps() > simulated_steps()) simulation_.emplace(plan_);
  simulation_->step_to(simulated_steps());
  return *simulation_;
}

}  // namespace farfirst::app
