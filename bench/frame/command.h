#pragma once
// farfirst-bench frame.

namespace farfirst::bench {

class CommandLine;

void add_frame(CommandLine& line);

}  // namespace farfirst::bench
