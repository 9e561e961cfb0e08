#pragma once
// The options of every command that times sorts.

#include "measure.h"

namespace CLI {
class App;
}

namespace farfirst::bench {

/// --repeat, --warm-up, --limit, --threads and --device. What they set must live as long as the command.
void add_measuring(CLI::App& command, MeasureOptions& measure, Arena::Options& arena);

}  // namespace farfirst::bench
