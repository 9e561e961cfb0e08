#pragma once
// Description of the machine and the program of a measurement.

#include <string>
#include <vector>

namespace farfirst::bench {

/// "name: value" lines: processor, threads, compiler, build, commit, date. They begin every CSV file as comments.
std::vector<std::string> machine_lines();

}  // namespace farfirst::bench
