#pragma once
// Quantiles of any number of times in bounded memory.

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace farfirst::app {

/// Exact for the first `exact_capacity` values. After that a DDSketch with one bucket per 1 % (Masson, Rim, Lee:
/// DDSketch: A Fast and Fully-Mergeable Quantile Sketch with Relative-Error Guarantees. VLDB 2019): a quantile is then
/// within 0.5 % of the value at its rank, for values from 1e-9 to 1e9.
class Quantiles {
 public:
  static constexpr std::size_t exact_capacity = 4096;
  static constexpr double relative_error = 0.005;

  /// Negative values mean "not measured" and are left out, as in FrameStats.
  void add(double value);

  std::uint64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  double median() const { return quantile(0.5); }
  double p95() const { return quantile(0.95); }
  /// The value at the nearest rank, ceil(q * size); -1 if empty. The median of an even number lies in the middle of
  /// two, as long as it is exact. The least and the most are always exact.
  double quantile(double q) const;
  /// The memory in use.
  std::size_t bytes() const;

 private:
  void count(double value);
  double sketched(std::uint64_t rank) const;

  std::uint64_t size_ = 0;
  std::vector<double> exact_;            // all of them, until they are too many
  std::map<int, std::uint64_t> counts_;  // of bucket k: values in (gamma^(k-1), gamma^k]
  double least_ = 0, most_ = 0;
};

/// The value at the nearest rank; the median of an even number lies in the middle of two. -1 if there are none.
double exact_quantile(std::vector<double> values, double q);

}  // namespace farfirst::app
