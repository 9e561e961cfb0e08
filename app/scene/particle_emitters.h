#pragma once
// An emitter of a description as the step of the simulation reads it, but for its slots.

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "particle_blocks.h"
#include "particle_system.h"

namespace farfirst::app {

inline constexpr double particle_steps_a_second = 60;

/// `size`: factor of the radii.
simulate::ParticleEmitter emitter_block(const Emitter& emitter, std::uint32_t seed, double size);
/// Appends the tables of its curves, and says in the block where they are.
void add_curves(const Emitter& emitter, simulate::ParticleEmitter& block, std::vector<glm::vec4>& curves);
/// Likewise the triangles of its mesh: three corners each, moved to the middle and as large as the emitter says.
void add_triangles(const Emitter& emitter, std::span<const glm::vec3> corners, simulate::ParticleEmitter& block,
                   std::vector<glm::vec4>& triangles);

/// The hash of the step (shaders/simulate/random.glsl).
std::uint32_t particle_hash(std::uint32_t x);

}  // namespace farfirst::app
