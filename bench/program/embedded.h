#pragma once
// Files that CMake writes into the program: bench/papers/data/*.json, bench/report/figures.gp.

#include <string_view>

namespace farfirst::bench {

/// The text of the file of this name; empty if there is none.
std::string_view embedded(std::string_view name) noexcept;

}  // namespace farfirst::bench
