#pragma once
// The input of a particle system's step besides the particles, with the layout of its shaders.

#include <array>
#include <cstddef>
#include <glm/glm.hpp>

#include "particle_system.h"

namespace farfirst::app::simulate {

using namespace glm;  // the names of GLSL
#include "simulate/blocks.glsl"

inline constexpr std::size_t table_entries = 64;
inline constexpr float step_seconds = 1.0f / 60.0f;
inline constexpr float curl_scale = 0.553f;  // so that the root mean square of the noise is 1
inline constexpr float rest_speed = 0.1f;    // m/s; what would bounce slower stays
inline constexpr int most_bounces = 3;       // in a step

/// Static; the uniform block of all emitters.
struct ParticleSurroundings {
  std::array<ParticleForce, most_forces> forces{};
  std::array<ParticleCollider, most_colliders> colliders{};
};

/// The input that changes with every step.
struct ParticleMoment {
  std::array<ParticleBirths, most_emitters> births{};  // of each emitter
  std::array<ParticleDrift, most_forces> drifts{};     // of each force
};

static_assert(sizeof(ParticleEmitter) == 256 && sizeof(ParticleForce) == 48 && sizeof(ParticleCollider) == 64);
static_assert(sizeof(ParticleBirths) == 32 && sizeof(ParticleDrift) == 32);

}  // namespace farfirst::app::simulate
