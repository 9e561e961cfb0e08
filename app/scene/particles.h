#pragma once
// A particle system that is shown: what there is to simulate, and how far it is by now. Steps are fixed, 1/60 s;
// whoever needs the particles simulates them up to there: the GPU that draws them (render/particle_compute.h), or the
// CPU, here.

#include <cstdint>
#include <memory>
#include <optional>

#include "model.h"
#include "particle_plan.h"
#include "particle_simulation.h"

namespace farfirst::app {

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
  /// As many other forces on the same emitters. Whoever has simulated the steps so far goes on under them; whoever
  /// begins anew simulates all steps under them.
  void set_forces(std::vector<Force> forces);
  std::uint64_t steps() const { return steps_; }
  /// Counted from the beginning of the warm-up.
  std::uint64_t simulated_steps() const { return steps_ + plan_->warm_up(); }

  /// What is drawn is this part of the way from the step before to the present one, 0 .. 1.
  void set_part(float part);
  float part() const { return part_; }
  /// Changes whenever what is drawn does; never repeats.
  std::uint64_t version() const { return version_; }

  const std::shared_ptr<const ParticlePlan>& plan() const { return plan_; }
  const ParticleSystemDescription& description() const { return plan_->description(); }
  /// One element each. Those of slots without a particle are neither sorted nor drawn.
  std::uint32_t slots() const { return plan_->slots(); }
  /// Holds what matters at every time.
  const Bounds& bounds() const { return bounds_; }

  /// The particles at the present step, by the CPU. The first call simulates all steps up to there.
  const ParticleSimulation& simulated() const;

 private:
  std::shared_ptr<const ParticlePlan> plan_;
  std::uint64_t steps_ = 0, version_ = 0;
  float part_ = 1;
  Bounds bounds_;
  mutable std::optional<ParticleSimulation> simulation_;  // as soon as somebody asked
};

}  // namespace farfirst::app
