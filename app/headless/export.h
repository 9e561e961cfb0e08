#pragma once
// Exports the scene as a file, without a picture.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Reads the scene and writes it as PLY. Throws Failure.
ExitCode run_export(const Command& command);

/// Simulates the particles up to --steps and writes the living ones as PLY. Throws Failure.
ExitCode run_save_particles(const Command& command);
/// Writes their system.
ExitCode run_save_system(const Command& command);

}  // namespace farfirst::app
