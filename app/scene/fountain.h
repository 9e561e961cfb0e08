#pragma once
// The built-in scene of particles: a fountain of seven jets among three columns of smoke.

#include "particle_system.h"

namespace farfirst::app {

ParticleSystemDescription fountain_with_smoke();

}  // namespace farfirst::app
