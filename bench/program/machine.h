#pragma once
// Where and by what a measurement was made.

#include <string>
#include <vector>

namespace farfirst::bench {

/// "name: value" lines: processor, threads, compiler, build, commit, date. They head every CSV as comments.
std::vector<std::string> machine_lines();

}  // namespace farfirst::bench
