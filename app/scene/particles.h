#pragma once
// A particle system in the scene: its plan, and its present step. Steps are fixed, 1/60 s.
// The user of the particles simulates them up to there: the GPU that draws them (render/particle_compute.h), or the
// CPU, here.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "model.h"
#include "particle_plan.h"
#include "particle_simulation.h"

namespace farfirst::app {

/// The places of particles, and their speed, in m/s.
struct ParticleReach {
  Bounds places;
  float fastest = 0;
};
/// The extent of a small system like this one, in its steady state, over the life of a particle.
ParticleReach reach_of(const ParticlePlan& plan);

class ParticleSystem {
 public:
  /// `count`: about this number of slots and no more, by scaling rates and bursts; 0: unscaled. Throws
  /// std::runtime_error with a sentence for what cannot be simulated.
  ParticleSystem(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                 EmitterMeshes meshes = {});

  /// One fixed step of 1/60 s. Nothing is simulated yet.
  void step();
  /// Back to step 0.
  void restart();
  /// Particles continue by another plan, where they can (ParticlePlan::followed_by): a simulation that has reached this
  /// step takes the next ones by it, and a new simulation takes all steps by it. False, and nothing changes, if they
  /// cannot.
  bool apply(const ParticlePlan& wanted);
  /// Another plan, from step 0 on. There may be other slots then.
  void restart(std::shared_ptr<const ParticlePlan> plan);
  /// The possible places of particles by now, unless the description has them. Does nothing if no motion was changed.
  void find_bounds();
  std::uint64_t steps() const { return steps_; }
  /// Counted from the beginning of the warm-up.
  std::uint64_t simulated_steps() const { return steps_ + plan_->warm_up(); }

  /// The drawn part of the way from the last step to the present one, 0 .. 1.
  void set_part(float part);
  float part() const { return part_; }
  /// Changes whenever the drawn particles do; never repeats.
  std::uint64_t version() const { return version_; }

  const std::shared_ptr<const ParticlePlan>& plan() const { return plan_; }
  /// Steps up to this one use the plan before it; 0: this one.
  std::uint64_t planned_since() const { return planned_since_; }
  const ParticleSystemDescription& description() const { return plan_->description(); }
  /// One element a slot. Slots without a particle are neither sorted nor drawn.
  std::uint32_t slots() const { return plan_->slots(); }
  /// The box at every time.
  const SceneBounds& bounds() const { return bounds_; }

  /// The particles at the present step, by the CPU. The first call simulates all steps up to there.
  const ParticleSimulation& simulated() const;
  /// Takes steps of that for this time at most. True once the present one is there.
  bool simulate_for(std::chrono::milliseconds time) const;
  /// 0..1 of the steps up to the present one.
  double simulated_share() const;

 private:
  ParticleSimulation& simulation() const;

  std::shared_ptr<const ParticlePlan> plan_;
  std::uint64_t steps_ = 0, version_ = 0, planned_since_ = 0;
  float part_ = 1;
  SceneBounds bounds_;
  std::shared_ptr<const ParticlePlan> bounded_;           // that they are of
  mutable std::optional<ParticleSimulation> simulation_;  // made on request
};

}  // namespace farfirst::app
