#pragma once
// Writes models to PLY files.

#include <filesystem>

#include "scene/model.h"
#include "scene/particle_simulation.h"

namespace farfirst::app {

/// Binary PLY: a mesh, a cloud, or splats with the columns and in the frame in which they are trained, y down. Whole or
/// not at all. Throws Failure(failed).
void write_ply(const std::filesystem::path& path, const Model& model);

/// Particles that are alive: x y z, vx vy vz in m/s, radius, red green blue, opacity 0 to 1, age in seconds. Binary,
/// whole or not at all. Throws Failure(failed).
void write_particles_ply(const std::filesystem::path& path, const ParticleArrays& particles);

}  // namespace farfirst::app
