#pragma once
// farfirst-bench read.

namespace farfirst::bench {

class CommandLine;

void add_read(CommandLine& line);

}  // namespace farfirst::bench
