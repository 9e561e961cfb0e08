#pragma once
// Options of particles that come from files.

#include "options.h"

namespace farfirst::app {

/// Is this one thing that holds particles: a pattern with a place for the number, a folder of such files, or a file?
bool holds_sequence(const std::filesystem::path& named);
/// Particles from files.
void show_sequence(Options& options, std::filesystem::path named);
/// As the options say. `progress` may be null. Throws FileError or LoadCancelled.
SceneSource sequence_scene(const Options& options, const std::shared_ptr<LoadProgress>& progress = nullptr);

}  // namespace farfirst::app
