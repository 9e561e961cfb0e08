#pragma once
// Order statistics of a few measurements.

#include <algorithm>
#include <chrono>
#include <cmath>
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

/// Are the times of several things the same before and after, all at one clock? They are if the geometric mean of their
/// ratios is within `tolerance` (0.02 is 2 %), since a clock changes all of them and noise each differently. Both lists
/// are equally long.
inline bool agree(const std::vector<double>& before, const std::vector<double>& after, double tolerance) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] <= 0 || after[i] <= 0) continue;  // shorter than the clock's resolution
    sum += std::log(after[i] / before[i]);
    ++count;
  }
  return count == 0 || std::abs(sum) <= std::log1p(tolerance) * static_cast<double>(count);
}

inline double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace farfirst::bench
