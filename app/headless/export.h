#pragma once
// The scene as a file, without a picture.

#include "cli/options.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Reads the scene and writes it as PLY. Throws Failure.
ExitCode run_export(const Options& options);

/// Simulates the particles up to where --steps says and writes those that are alive as PLY. Throws Failure.
ExitCode run_save_particles(const Options& options);
/// Their system.
ExitCode run_save_system(const Options& options);

}  // namespace farfirst::app
