#pragma once
// The plan of a particle system's simulation: the slots of each emitter, the input of the step, and when particles
// spawn. All of it follows from the description, the number of particles and the seed; it never changes.
//
// An emitter has a ring of slots, as many as particles of it can be alive at once, and birth number b lies in slot b
// modulo their number. The number of births up to a step follows from the step alone, so that slots can be
// simulated in any sequence and on any machine. A child has such a ring for each slot of its parent.

#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "particle_blocks.h"
#include "particle_system.h"

namespace farfirst::app {

inline constexpr std::uint32_t most_particles = 1u << 26;

/// The triangles of each mesh emitter, three corners each; none for the others.
using EmitterMeshes = std::vector<std::vector<glm::vec3>>;

class ParticlePlan {
 public:
  /// `count`: scales rates and bursts to about this number of slots, and no more; 0: unscaled.
  /// Throws std::runtime_error with a sentence for what cannot be simulated.
  ParticlePlan(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
               EmitterMeshes meshes = {});
  ParticlePlan(ParticleSystemDescription description, std::uint32_t count, std::uint32_t seed,
               std::shared_ptr<const EmitterMeshes> meshes);

  const ParticleSystemDescription& description() const { return description_; }
  /// The same system with the rates, bursts and radii for `count`: it has as many particles by itself.
  ParticleSystemDescription scaled_description() const;
  /// Another plan that follows this one after a step: particles keep their slots, and births are counted on.
  /// None if it needs other slots, or counts its births otherwise: then it has to restart.
  std::optional<ParticlePlan> followed_by(const ParticlePlan& wanted, std::uint64_t step) const;
  /// Births are counted as if nothing had ever been changed.
  ParticlePlan restarted() const;
  /// Plans that follow each other have the same, and no others.
  std::uint64_t run() const { return run_; }
  std::uint32_t seed() const { return seed_; }
  const std::shared_ptr<const EmitterMeshes>& meshes() const { return meshes_; }
  std::uint32_t slots() const { return slots_; }

  // The input of the step (shaders/simulate/).
  std::span<const simulate::ParticleEmitter> emitters() const { return emitters_; }
  const simulate::ParticleSurroundings& surroundings() const { return surroundings_; }
  std::span<const glm::vec4> curves() const { return curves_; }
  std::span<const glm::vec4> triangles() const { return triangles_; }
  /// The input of the step that leads to step number `to`, from 1.
  simulate::ParticleMoment moment(std::uint64_t to) const;

  /// Emitters of one level do not read each other's particles; those of the next read theirs.
  std::span<const std::vector<std::uint32_t>> levels() const { return levels_; }
  /// Steps before the first that is shown.
  std::uint64_t warm_up() const { return warm_up_; }
  /// Particles that an emitter spawns up to this step are dead when the first frame is shown, as are their children:
  /// they need not be simulated.
  std::uint64_t idle_until(std::size_t emitter) const { return idle_until_[emitter]; }
  /// Does an emitter have its own exposure, for streaks?
  bool stretches() const;
  /// The factor of an emitter's speed that equals its own exposure instead of the look's. 1: it has none of its own.
  float stretch(std::size_t emitter, float exposure) const;
  /// The longest that a particle can live, in steps.
  double longest_life() const;

 private:
  /// The schedule of an emitter that is no child. Times in steps.
  struct Schedule {
    double rate = 0, begins = 0, ends = 0;
    double burst = 0, every = 0;
    // Births by rate are counted from a moment after the start: `before` births, and this part of the next one.
    double since = 0, part = 0;
    std::int64_t before = 0;
    double time(double step) const;
    double fraction(double step) const;
    std::int64_t by_rate(double step) const;
    std::int64_t bursts(double step) const;
    std::int64_t born(double step) const;
    double slots(double life) const;
    bool is_timed_as(const Schedule& other) const;
  };

  void check() const;
  bool is_parent(std::size_t emitter) const;
  bool keeps_slots(const ParticlePlan& wanted, std::size_t emitter) const;
  void count_on(const Schedule& before, std::size_t emitter, double step);
  Schedule schedule_of(const Emitter& emitter, double scale) const;
  double slots_with(double scale) const;
  void leave_out(std::uint32_t count);
  double fitting_scale(std::uint32_t count) const;
  void lay_out(double scale);
  void find_idle_steps();
  void make_forces();
  void make_colliders();

  ParticleSystemDescription description_;
  std::uint32_t seed_;
  std::shared_ptr<const EmitterMeshes> meshes_;
  std::vector<std::size_t> parents_;   // of each emitter; its own index: it is no child
  std::vector<double> child_rings_;    // of each emitter that is one
  std::vector<double> slots_of_each_;  // per slot of each emitter: itself and its children
  std::vector<bool> left_out_;         // of each emitter that is no child: there are too few particles
  std::vector<Schedule> schedules_;
  std::vector<simulate::ParticleEmitter> emitters_;
  simulate::ParticleSurroundings surroundings_;
  std::vector<glm::dvec3> drifts_;  // of each force, in cells a step
  std::vector<glm::ivec3> lattices_;
  std::vector<glm::vec4> curves_, triangles_;
  std::vector<std::vector<std::uint32_t>> levels_;
  std::vector<std::uint64_t> idle_until_;
  double scale_ = 1;  // of rates and bursts
  std::uint32_t slots_ = 0;
  std::uint64_t warm_up_ = 0, run_;
};

}  // namespace farfirst::app
