#pragma once
// The rule by which GPU-Quicksort chooses its numbers (Cederman, Tsigas 2009,
// section 5.3), and how its constants are found: a linear regression of the
// best values over the numbers of elements.

#include <cstdint>
#include <span>

namespace farfirst::bench {

/// opt(s, k, m) = 2^floor(log2(s k + m) + 0.5)
struct LinearRule {
  double k = 0;  // of each element
  double m = 0;
  /// At least 1, also where the line is below it.
  std::uint64_t operator()(double s) const noexcept;
};

struct Best {
  double n = 0, value = 0;
};

/// Least squares. A single n, or no two different ones: their mean, k = 0.
/// `points` must not be empty.
LinearRule fitted(std::span<const Best> points) noexcept;

}  // namespace farfirst::bench
