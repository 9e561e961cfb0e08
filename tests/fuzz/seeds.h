#pragma once
// Valid files that together use every feature of the readers: the seeds of the fuzzers.

#include <string>
#include <vector>

namespace farfirst::app::test {

std::vector<std::string> ply_seeds();
std::vector<std::string> obj_seeds();
std::vector<std::string> mtl_seeds();
std::vector<std::string> stl_seeds();
std::vector<std::string> off_seeds();

}  // namespace farfirst::app::test
