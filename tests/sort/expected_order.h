#pragma once
#include <cstdint>
#include <vector>

namespace farfirst::test {

/// The back-to-front order of keys, computed without the library.
std::vector<std::uint32_t> expected_order(const std::vector<std::uint32_t>& keys);
std::vector<std::uint32_t> expected_order(const std::vector<std::uint64_t>& keys);

}  // namespace farfirst::test
