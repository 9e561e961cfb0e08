// The expected order, optimised and without sanitizers, since tests spend much of their time here.

#include "expected_order.h"

#include <algorithm>
#include <numeric>

namespace farfirst::test {
namespace {

template <class Key>
std::vector<std::uint32_t> stable_order(const std::vector<Key>& keys) {
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
  return order;
}

}  // namespace

std::vector<std::uint32_t> expected_order(const std::vector<std::uint32_t>& keys) { return stable_order(keys); }
std::vector<std::uint32_t> expected_order(const std::vector<std::uint64_t>& keys) { return stable_order(keys); }

}  // namespace farfirst::test
