#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farfirst::test {

/// The back-to-front order of keys, computed without the library.
std::vector<std::uint32_t> expected_order(const std::vector<std::uint32_t>& keys);
std::vector<std::uint32_t> expected_order(const std::vector<std::uint64_t>& keys);

template <class T>
std::vector<T> first_of(std::vector<T> content, std::size_t count) {
  content.resize(count);
  return content;
}

}  // namespace farfirst::test
