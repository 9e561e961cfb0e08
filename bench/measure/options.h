#pragma once
// The options of every command that times sorts.

#include "arena.h"

namespace farfirst::bench {

class Command;

/// --repeat, --warm-up, --limit, --threads and --device. What they set must live as long as the command.
void add_measuring(Command command, MeasureOptions& measure, Arena::Options& arena);

}  // namespace farfirst::bench
