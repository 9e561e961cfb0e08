#pragma once
// Shared by the tests of cuda.farfirst's paths: inputs, and a sorter that reports the device's decisions from its
// state.
#include <farfirst/keys.h>
#include <farfirst/sort.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "checked_sorter.h"
#include "cuda/farfirst/hybrid/memory.h"
#include "cuda/farfirst/hybrid/shape.h"
#include "cuda_farfirst_switches.h"
#include "sizes.h"

namespace farfirst::test {

using cuda::farfirst::HybridState;

inline constexpr std::uint32_t seed = 2007;
using Keys = std::vector<std::uint32_t>;

/// A sorter, with the outcome of its last call.
class Calls {
 public:
  Calls(Device& device, Form form, std::uint32_t max_n, const Switches& switches)
      : sorter_(form == Form::distance ? CheckedSorter(device, make_farfirst_by_distance(device, max_n, switches))
                                       : CheckedSorter(device, make_farfirst(device, max_n, switches))) {}

  void sort(const Keys& keys) {
    sorter_.sort(keys);
    look();
  }
  void sort(const DistanceJob& job, const Keys& expected, bool wants_keys = false) {
    sorter_.sort(job, expected, wants_keys);
    look();
  }

  /// Did the hybrid path sort the last call?
  bool took_hybrid_path() const { return took_hybrid_path_; }
  const HybridState& state() const { return state_; }
  /// The pivots for the next call.
  const cuda::farfirst::PivotsOf& left() const { return state_.of; }

 private:
  void look() {
    const std::uint32_t before = state_.current;  // 0 before the first call, as on the device
    state_ = sorter_.history_at<HybridState>(0);
    took_hybrid_path_ = state_.current != before;
  }

  CheckedSorter sorter_;
  HybridState state_{};
  bool took_hybrid_path_ = false;
};

inline Keys uniform(std::uint32_t n, std::uint32_t of = 0) {
  std::mt19937 twister(seed + of);
  Keys keys(n);
  for (std::uint32_t& key : keys) key = static_cast<std::uint32_t>(twister());
  return keys;
}

inline std::uint32_t large(std::uint32_t n) { return at_most(n); }

// ---- Points

inline std::vector<float> cube(std::uint32_t n, bool odd = false) {
  std::mt19937 twister(seed);
  std::vector<float> points(3 * std::size_t{n});
  for (float& coordinate : points) {
    coordinate = static_cast<float>(twister()) * 0x1p-31f - 1.0f;
    if (odd && twister() % 1000 == 0) coordinate = std::numeric_limits<float>::quiet_NaN();
  }
  return points;
}

inline std::vector<float> sphere(std::uint32_t n) {
  std::vector<float> points;
  for (std::uint32_t i = 0; i < n; ++i) {  // a spiral: neighbours in space are neighbours in memory
    const float z = 1 - 2 * (static_cast<float>(i) + 0.5f) / static_cast<float>(n);
    const float root = std::sqrt(1 - z * z), angle = static_cast<float>(i) * 2.3999632f;
    points.insert(points.end(), {root * std::cos(angle), root * std::sin(angle), z});
  }
  return points;
}

inline Keys keys_from(const std::vector<float>& points, const DistanceJob& job) {
  Keys keys;
  const Viewpoint view =
      keys::prepared({{job.eye[0], job.eye[1], job.eye[2]}, {job.axis[0], job.axis[1], job.axis[2]}});
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const keys::Point p{points[i], points[i + 1], points[i + 2]};
    keys.push_back(job.metric == Metric::radial ? key_of_point<Metric::radial>(p, view)
                                                : key_of_point<Metric::view_depth>(p, view));
  }
  return keys;
}

}  // namespace farfirst::test
