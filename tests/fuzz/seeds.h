#pragma once
// Sound files that together use everything the readers know: where the fuzzers start from.

#include <string>
#include <vector>

namespace farfirst::app::test {

std::vector<std::string> ply_seeds();
std::vector<std::string> obj_seeds();

}  // namespace farfirst::app::test
