#pragma once
// Colour, opacity and size of a particle system by a property, in place of what the system says: other curves of its
// emitters.

#include "particle_mapping.h"
#include "particle_plan.h"

namespace farfirst::app {

/// Which it is, as --color-by has it; none: particles of systems have no such property.
std::optional<ParticleProperty> particle_property(std::string_view name);

/// Properties that systems do not have change nothing. Ranges that are not given are 0 to 1 for age and random, and for
/// speed and height what a small system like this one has. Colours go along the map; opacity and size go from 0 at the
/// lower end to each emitter's largest ones.
ParticleSystemDescription colored_by(ParticleSystemDescription system, const ParticleMapping& mapping,
                                     const EmitterMeshes& meshes);

}  // namespace farfirst::app
