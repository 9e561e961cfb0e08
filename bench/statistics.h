#pragma once
// Order statistics of a handful of measurements.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace farfirst::bench {

/// The q-quantile (0..1), linear between neighbours: quantile(v, 0.5) is the median. v must not be empty.
inline double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * static_cast<double>(values.size() - 1);
  const std::size_t below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double share = place - static_cast<double>(below);
  return values[below] * (1 - share) + values[above] * share;
}

}  // namespace farfirst::bench
