#pragma once
// Changes of a particle system, in words for the list of steps to undo.

#include <cstddef>
#include <string>

#include "scene/particle_plan.h"

namespace farfirst::app {

/// Its name, or "emitter 2".
std::string emitter_name(const ParticleSystemDescription& system, std::size_t emitter);
/// "rate of sparks"; empty if they are the same system.
std::string name_of_change(const ParticlePlan& before, const ParticlePlan& after);

}  // namespace farfirst::app
