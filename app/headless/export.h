#pragma once
// The scene as a file, without a picture.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Reads the scene and writes it as PLY. Throws Failure.
ExitCode run_export(const Command& command);

/// Simulates the particles up to where --steps says and writes those that are alive as PLY. Throws Failure.
ExitCode run_save_particles(const Command& command);
/// Their system.
ExitCode run_save_system(const Command& command);

}  // namespace farfirst::app
