#pragma once
// Ctrl-C and SIGTERM end a long run after its current step; a second one ends the program at once.

namespace farfirst::bench {

/// Installs the signal handlers.
void install_stop_handlers();
bool stop_requested() noexcept;

}  // namespace farfirst::bench
