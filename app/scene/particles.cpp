#include "particles.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {

ParticleReach reach_of(const ParticlePlan& plan) {
  constexpr std::uint32_t few = 1500;
  constexpr double most_steps = 1200;
  const auto small = std::make_shared<const ParticlePlan>(plan.description(), few, plan.seed(), plan.meshes());
  ParticleSimulation simulation(small);
  const auto until = small->warm_up() + static_cast<std::uint64_t>(std::min(small->longest_life(), most_steps)) + 1;
  ParticleReach result;
  while (simulation.steps() < until) {
    simulation.step();
    if (simulation.steps() % 4 != until % 4) continue;
    const ParticleArrays& arrays = simulation.arrays();
    for (std::size_t i = 0; i < arrays.places.size(); ++i) {
      if (std::isnan(arrays.places[i].x)) continue;
      result.places.add(glm::vec3(arrays.places[i]));
      result.fastest = std::max(result.fastest, glm::length(glm::vec3(arrays.motions[i])));
    }
  }
  return result;
}

namespace {

/// With a margin.
Bounds reached_by(const ParticlePlan& plan) {
  Bounds result = reach_of(plan).places;
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

/// Equal but for the look, and the number of particles.
bool move_alike(const ParticleSystemDescription& a, const ParticleSystemDescription& b) {
  ParticleSystemDescription other = b;
  for (std::size_t i = 0; i < std::min(a.emitters.size(), b.emitters.size()); ++i) {
    Emitter& emitter = other.emitters[i];
    const Emitter& like = a.emitters[i];
    emitter.color = like.color;
    emitter.opacity = like.opacity;
    emitter.growth = like.growth;
    emitter.rate = like.rate;
    emitter.burst = like.burst;
    emitter.radius_of_particle = like.radius_of_particle;
  }
  return a == other;
}

}  // namespace

ParticleSystem::ParticleSystem(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                               EmitterMeshes meshes)
    : plan_(std::make_shared<const ParticlePlan>(std::move(description), count, seed, std::move(meshes))),
      bounds_(bounds_of(*plan_)),
      bounded_(plan_) {}

void ParticleSystem::step() {
  ++steps_;
  ++version_;
}

void ParticleSystem::restart() { restart(std::make_shared<const ParticlePlan>(plan_->restarted())); }

bool ParticleSystem::apply(const ParticlePlan& wanted) {
  std::optional<ParticlePlan> next = plan_->followed_by(wanted, simulated_steps());
  if (!next) return false;
  if (simulation_) simulation_->step_to(simulated_steps());  // by the plan that it was
  plan_ = std::make_shared<const ParticlePlan>(std::move(*next));
  if (simulation_) simulation_->take(plan_);
  planned_since_ = simulated_steps();
  ++version_;
  return true;
}

void ParticleSystem::restart(std::shared_ptr<const ParticlePlan> plan) {
  plan_ = std::move(plan);
  simulation_.reset();
  steps_ = planned_since_ = 0;
  ++version_;
}

void ParticleSystem::find_bounds() {
  if (!move_alike(bounded_->scaled_description(), plan_->scaled_description())) bounds_ = bounds_of(*plan_);
  bounded_ = plan_;
}

void ParticleSystem::set_part(float part) {
  if (part == part_) return;
  part_ = part;
  ++version_;
}

ParticleSimulation& ParticleSystem::simulation() const {
  if (!simulation_ || simulation_->steps() > simulated_steps()) simulation_.emplace(plan_);
  return *simulation_;
}

const ParticleSimulation& ParticleSystem::simulated() const {
  simulation().step_to(simulated_steps());
  return *simulation_;
}

bool ParticleSystem::simulate_for(std::chrono::milliseconds time) const {
  const auto end = std::chrono::steady_clock::now() + time;
  while (simulation().steps() < simulated_steps() && std::chrono::steady_clock::now() < end) simulation_->step();
  return simulation_->steps() == simulated_steps();
}

double ParticleSystem::simulated_share() const {
  const std::uint64_t all = simulated_steps();
  return simulation_ && all > 0 ? static_cast<double>(simulation_->steps()) / static_cast<double>(all) : 0;
}

}  // namespace farfirst::app
