#pragma once
// farfirst-bench tune.

namespace farfirst::bench {

class CommandLine;

void add_tune(CommandLine& line);

}  // namespace farfirst::bench
