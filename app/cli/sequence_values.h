#pragma once
// Options of particles that come from files.

#include "options.h"

namespace farfirst::app {

/// Is this one thing that holds particles: a pattern with a place for the number, a folder of such files, or a file?
bool holds_sequence(const std::filesystem::path& named);
/// Particles from files.
void show_sequence(Options& options, const std::filesystem::path& named);
/// If what is to be shown is one file that holds particles, it is shown as such.
void take_particle_file(Options& options);
/// As the options say. Throws FileError.
SceneSource sequence_scene(const Options& options);

}  // namespace farfirst::app
