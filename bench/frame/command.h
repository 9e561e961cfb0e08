#pragma once
// farfirst-bench frame, farfirst-bench race.

namespace farfirst::bench {

class CommandLine;

void add_frame(CommandLine& line);
void add_race(CommandLine& line);

}  // namespace farfirst::bench
