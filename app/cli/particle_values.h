#pragma once
// Options of particle systems, and the systems that a document names.

#include "options.h"

namespace farfirst::app {

/// Throws Failure(usage) if --scene has no such built-in scene, or particle system.
void expect_scene(const std::string& text);
/// Is it a particle system, of a file or built in?
bool is_system(const ObjectChoice& object);
/// The system at the step of the document. Throws the exceptions of particle_system().
std::shared_ptr<ParticleSystem> system_of(const Document& document, const ObjectChoice& object);

}  // namespace farfirst::app
