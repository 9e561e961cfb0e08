#pragma once
// farfirst --self-test: runs every sort and every renderer of the catalogues on small scenes, and prints
// a text to paste into a report about a GPU that Farfirst was not tested on.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Prints as it goes. Throws Failure unless all that can run is right: order_wrong, or failed where a picture is wrong
/// or an error occurs; and NoOpenGL.
void run_self_test(const Command& command);

}  // namespace farfirst::app
