#pragma once
// The step of an emitter's particles on the CPU, several at a time: as many as a vector holds. Who is born, dies or
// touches something is left to the step of a single particle (particle_simulation.cpp). Both compile the same functions
// (shaders/simulate/), operation by operation, so that particles are the same bit for bit, whoever stepped them.

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "particle_blocks.h"

namespace farfirst::app::simulate {

/// What a step of an emitter reads and writes, under the names that the shaders have for it.
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

/// Of the emitter's slots, those from `first` on, which are a multiple of whole_block.
struct SlotBlock {
  std::uint32_t first, count;
  // Of a child, of each of these slots: is somebody born (all bits, or none), and the number of its ring.
  const std::uint32_t *born, *rings;
};
inline constexpr std::uint32_t most_of_a_block = 256;
inline constexpr std::uint32_t whole_block = 16;  // as many as the longest vector has

/// Steps them but for those that it writes to `alone`; returns how many these are. There is room for all.
using StepBlock = std::size_t (*)(const StepData& data, const SlotBlock& block, std::uint32_t* alone);

/// By the best instructions of this machine; null: there are no vectors (Highway was not found).
StepBlock step_block();
/// By each of its instruction sets.
std::vector<StepBlock> all_step_blocks();

}  // namespace farfirst::app::simulate
