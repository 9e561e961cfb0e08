#pragma once
// A run without a window: pictures, measurements, comparisons. What it draws depends on nothing but the command line:
// every frame waits for its own order, cameras move by frame number, and no settings file is read unless --config names
// one.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Throws Failure, NoOpenGL, farfirst::Error.
ExitCode run_windowless(const Command& command);

}  // namespace farfirst::app
