#pragma once
// A comparison without a window (--compare...): all entries draw the same frames, in turn. It writes a table, a
// picture with all their pictures side by side, and two of how each differs from one of them.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Ends with sort_unavailable where an entry cannot run here or runs out of memory, and with order_wrong where an
/// order was wrong; the others are compared all the same. Throws Failure, NoOpenGL.
ExitCode run_comparison(const Command& command);

}  // namespace farfirst::app
