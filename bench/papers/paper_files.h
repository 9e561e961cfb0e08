#pragma once
// bench/papers/data, which CMake writes into the program.

#include <string_view>

namespace farfirst::bench {

/// The text of <name>.json; empty where there is no such file.
std::string_view paper_file(std::string_view name) noexcept;

}  // namespace farfirst::bench
