#pragma once
// The numbers of elements that the tests sort. The CUDA emulation runs code for a GPU on the CPU, thread by thread: it
// stops earlier.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace farfirst::test {

// Each program has its own largest_n.cpp, so that both share the compiled tests.
extern const std::uint32_t largest_n;
extern const bool emulated;

inline std::uint32_t at_most(std::uint32_t n) { return std::min(n, largest_n); }

/// None, few, and around every power of two at which behaviour may change.
inline std::vector<std::uint32_t> edge_sizes() {
  std::vector<std::uint32_t> sizes = {0, 1, 2, 3};
  for (const std::uint32_t power : {4u, 16u, 32u, 64u, 128u, 256u, 512u, 1024u, 2048u, 4096u, 8192u, 16384u, 65536u}) {
    sizes.insert(sizes.end(), {power - 1, power, power + 1});
  }
  sizes.insert(sizes.end(), {1009, 6007, 100003});  // primes
  std::erase_if(sizes, [](std::uint32_t n) { return n > largest_n; });
  return sizes;
}

}  // namespace farfirst::test
