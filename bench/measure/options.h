#pragma once
// Options that all commands that time sorts share.

#include "arena.h"

namespace farfirst::bench {

class Command;

/// Adds --repeat, --warm-up, --limit, --threads and --device. Their variables must live as long as the command.
void add_measuring(Command command, MeasureOptions& measure, Arena::Options& arena);

}  // namespace farfirst::bench
