#pragma once
// Ctrl-C and SIGTERM ask a long run to end after what it is at; a second one ends the program at once.

namespace farfirst::bench {

/// From now on.
void stop_when_asked();
bool stop_requested() noexcept;

}  // namespace farfirst::bench
