#pragma once
// farfirst --self-test: what every sort and every renderer of the catalogues does on this machine, on small scenes, as
// a text that the user of a GPU on which nobody has tested Farfirst can paste into a report.

#include "cli/command.h"
#include "io/exit_codes.h"

namespace farfirst::app {

/// Prints as it goes. Throws Failure unless all that can run is right: order_wrong, or failed where a picture is not
/// what it should be or something broke; and NoOpenGL.
void run_self_test(const Command& command);

}  // namespace farfirst::app
