#pragma once
// Numbers as people read them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace farfirst::app {

/// "1,234,567"
std::string with_thousands(std::uint64_t number);
/// "1 face", "2,000 faces". `plural` for words that take more than an s.
std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural = {});
/// "1.2 MiB"
std::string byte_size(std::size_t bytes);
/// With a unit that suits: "12.3 ms", "870 us"; "-" if negative.
std::string milliseconds(double value);

}  // namespace farfirst::app
