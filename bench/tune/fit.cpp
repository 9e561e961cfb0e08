// See fit.h.
#include "fit.h"

#include <algorithm>
#include <cmath>

namespace farfirst::bench {

std::uint64_t LinearRule::operator()(double s) const noexcept {
  const double line = std::max(1.0, s * k + m);
  return std::uint64_t{1} << static_cast<unsigned>(std::floor(std::log2(line) + 0.5));
}

LinearRule fitted(std::span<const Best> points) noexcept {
  double mean_n = 0, mean_value = 0;
  for (const Best& point : points) {
    mean_n += point.n / static_cast<double>(points.size());
    mean_value += point.value / static_cast<double>(points.size());
  }
  double together = 0, square = 0;
  for (const Best& point : points) {
    together += (point.n - mean_n) * (point.value - mean_value);
    square += (point.n - mean_n) * (point.n - mean_n);
  }
  const double k = square > 0 ? together / square : 0;
  return {k, mean_value - k * mean_n};
}

}  // namespace farfirst::bench
