#pragma once
// farfirst-bench paper.

namespace farfirst::bench {

class CommandLine;

void add_paper(CommandLine& line);

}  // namespace farfirst::bench
