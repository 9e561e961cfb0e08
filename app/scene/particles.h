#pragma once
// A particle system that is shown: what there is to simulate, and how far it is by now. Steps are fixed, 1/60 s;
// whoever needs the particles simulates them up to there: the GPU that draws them (render/particle_compute.h), or the
// CPU, here.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "model.h"
#include "particle_plan.h"
#include "particle_simulation.h"

namespace farfirst::app {

/// Where particles come, and how fast they are, in m/s.
struct ParticleReach {
  Bounds places;
  float fastest = 0;
};
/// What a small system like this one fills, from when it is in its steady state for as long as a particle lives.
ParticleReach reach_of(const ParticlePlan& plan);

class ParticleSystem {
 public:
  /// `count`: about so many slots and no more, by scaling rates and bursts; 0: as the description says. Throws
  /// std::runtime_error with a sentence for what cannot be simulated.
  ParticleSystem(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
                 EmitterMeshes meshes = {});

  /// One fixed step of 1/60 s. Nothing is simulated yet.
  void step();
  /// Back to step 0.
  void restart();
  /// Particles go on by another plan, where they can (ParticlePlan::followed_by): whoever has simulated the steps so
  /// far simulates the next ones by it, and whoever begins anew all of them. False, and nothing changes, if they
  /// cannot.
  bool apply(const ParticlePlan& wanted);
  /// Another plan, from step 0 on. There may be other slots then.
  void restart(std::shared_ptr<const ParticlePlan> plan);
  /// Where particles can be by now, unless the description says so. Does nothing if what moves them was not changed.
  void find_bounds();
  std::uint64_t steps() const { return steps_; }
  /// Counted from the beginning of the warm-up.
  std::uint64_t simulated_steps() const { return steps_ + plan_->warm_up(); }

  /// What is drawn is this part of the way from the step before to the present one, 0 .. 1.
  void set_part(float part);
  float part() const { return part_; }
  /// Changes whenever what is drawn does; never repeats.
  std::uint64_t version() const { return version_; }

  const std::shared_ptr<const ParticlePlan>& plan() const { return plan_; }
  /// Steps up to this one are simulated by what the plan was before it; 0: by this one.
  std::uint64_t planned_since() const { return planned_since_; }
  const ParticleSystemDescription& description() const { return plan_->description(); }
  /// One element each. Those of slots without a particle are neither sorted nor drawn.
  std::uint32_t slots() const { return plan_->slots(); }
  /// Holds what matters at every time.
  const SceneBounds& bounds() const { return bounds_; }

  /// The particles at the present step, by the CPU. The first call simulates all steps up to there.
  const ParticleSimulation& simulated() const;
  /// Takes steps of that for so long at most. True once the present one is there.
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
  mutable std::optional<ParticleSimulation> simulation_;  // as soon as somebody asked
};

}  // namespace farfirst::app
