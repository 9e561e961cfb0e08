#pragma once
// Sound files that together use everything the readers know: where the fuzzers start from.

#include <string>
#include <vector>

namespace farfirst::app::test {

std::vector<std::string> ply_seeds();
std::vector<std::string> obj_seeds();
std::vector<std::string> mtl_seeds();
std::vector<std::string> stl_seeds();
std::vector<std::string> off_seeds();

}  // namespace farfirst::app::test
