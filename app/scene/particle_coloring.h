#pragma once
// Colour, opacity and size of a particle system by a property, in place of its own curves: it replaces those of its
// emitters.

#include "particle_mapping.h"
#include "particle_plan.h"

namespace farfirst::app {

/// The property by its --color-by name; none: particles of systems have no such property.
std::optional<ParticleProperty> particle_property(std::string_view name);

/// Unknown properties change nothing. Default ranges are 0 to 1 for age and random, and for
/// speed and height those of a small system like this one. Colours follow the map; opacity and size go from 0 at the
/// lower end to each emitter's largest ones.
ParticleSystemDescription colored_by(ParticleSystemDescription system, const ParticleMapping& mapping,
                                     const EmitterMeshes& meshes);

}  // namespace farfirst::app
