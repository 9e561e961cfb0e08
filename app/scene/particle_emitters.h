#pragma once
// An emitter in the layout of the simulation's step, but for its slots.

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
/// Appends the tables of its curves, and puts their places into the block.
void add_curves(const Emitter& emitter, simulate::ParticleEmitter& block, std::vector<glm::vec4>& curves);
/// Likewise the triangles of its mesh: three corners each, centred, in the emitter's size.
void add_triangles(const Emitter& emitter, std::span<const glm::vec3> corners, simulate::ParticleEmitter& block,
                   std::vector<glm::vec4>& triangles);

/// The hash of the step (shaders/simulate/random.glsl).
std::uint32_t particle_hash(std::uint32_t x);

}  // namespace farfirst::app
