#pragma once
// A window of the last measured times.

#include <cstddef>
#include <vector>

namespace farfirst::app {

/// The last `capacity` measurements of one stage.
class SampleWindow {
 public:
  explicit SampleWindow(std::size_t capacity = 240) : capacity_(capacity) {}

  /// Negative values mean "not measured" and are left out, as in FrameStats.
  void add(double value);
  void clear();

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  double operator[](std::size_t i) const;  // 0 = the oldest
  double now() const;                      // the newest; -1 if empty, like the others
  double median() const { return quantile(0.5); }
  double p95() const { return quantile(0.95); }
  double maximum() const { return quantile(1.0); }
  /// The value at the nearest rank, ceil(q * size): always one that was measured, except that the median of an even
  /// number lies in the middle of two.
  double quantile(double q) const;

 private:
  std::size_t capacity_;
  std::size_t begin_ = 0;  // of the ring, once it is full
  std::vector<double> values_;
};

}  // namespace farfirst::app
