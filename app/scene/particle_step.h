#pragma once
// The step of an emitter's particles on the CPU, as many at a time as a vector holds. Particles that spawn, die or
// touch something are left to the step of a single particle (particle_simulation.cpp). Both compile the same functions
// (shaders/simulate/), operation by operation, so that both give the same particles, bit for bit.

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "particle_blocks.h"

namespace farfirst::app::simulate {

/// The input and output of an emitter's step, under the names of its shaders.
struct StepData {
  ParticleEmitter emitter;
  ParticleBirths births;
  const ParticleForce* forces;
  const ParticleCollider* colliders;
  const ParticleDrift* drifts;
  const glm::vec4 *curves, *triangles;
  std::uint32_t force_count, collider_count;
  glm::vec4 *places, *motions;
  std::uint32_t *numbers, *colors;
};

/// The emitter's slots from `first` on, which is a multiple of whole_block.
struct SlotBlock {
  std::uint32_t first, count;
  // For each of these slots of a child: does a particle spawn (all bits, or none), and the number of its ring.
  const std::uint32_t *born, *rings;
};
inline constexpr std::uint32_t most_of_a_block = 256;
inline constexpr std::uint32_t whole_block = 16;  // as many as the longest vector has

/// Steps them, except those that it writes to `alone`; returns the number of these. `alone` is large enough for all.
using StepBlock = std::size_t (*)(const StepData& data, const SlotBlock& block, std::uint32_t* alone);

/// By the best instructions of this machine; null: there are no vectors (Highway was not found).
StepBlock step_block();
/// The functions for each of its instruction sets.
std::vector<StepBlock> all_step_blocks();

}  // namespace farfirst::app::simulate
