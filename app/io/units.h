#pragma once
// Numbers as people read them.

#include <cstddef>
#include <cstdint>
#include <string>

namespace farfirst::app {

/// "1,234,567"
std::string with_thousands(std::uint64_t number);
/// "1.2 MiB"
std::string byte_size(std::size_t bytes);
/// With a unit that suits: "12.3 ms", "870 us"; "-" if negative.
std::string milliseconds(double value);

}  // namespace farfirst::app
