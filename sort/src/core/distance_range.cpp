// The range of the distances of a box. Only the host computes it, and keys are clamped to it, so rounding changes no
// order.
#include <farfirst/job.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace farfirst {
namespace {

struct Range {
  double low = 0, high = 0;
};

/// Range of the distances along one axis of coordinates, from the eye to the box.
Range along(const Box& box, int axis, const Viewpoint& view) {
  return {double{box.low[axis]} - view.eye[axis], double{box.high[axis]} - view.eye[axis]};
}

Range radial_range(const Box& box, const Viewpoint& view) {
  Range squares;
  for (int i = 0; i < 3; ++i) {
    const auto [low, high] = along(box, i, view);
    const double nearest = std::max({low, -high, 0.0}), farthest = std::max(-low, high);
    squares.low += nearest * nearest;
    squares.high += farthest * farthest;
  }
  return {std::sqrt(squares.low), std::sqrt(squares.high)};
}

Range depth_range(const Box& box, const Viewpoint& view) {
  Range sum;
  for (int i = 0; i < 3; ++i) {
    const auto [low, high] = along(box, i, view);
    const double a = low * view.axis[i], b = high * view.axis[i];
    sum.low += std::min(a, b);
    sum.high += std::max(a, b);
  }
  return sum;
}

bool is_finite(const Box& box) {
  const auto finite = [](float number) { return std::isfinite(number); };
  return std::ranges::all_of(box.low, finite) && std::ranges::all_of(box.high, finite);
}

float finite(double number) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(number, -most, most));
}

}  // namespace

DistanceRange distance_range(const Box& box, Metric metric, const Viewpoint& view) noexcept {
  if (box.is_empty() || !is_finite(box)) return {};
  const Range range = metric == Metric::radial ? radial_range(box, view) : depth_range(box, view);
  const DistanceRange result{finite(range.low), finite(range.high)};
  if (result.nearest < result.farthest) return result;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (result.farthest == std::numeric_limits<float>::max())
    return {std::nextafter(result.farthest, -infinity), result.farthest};
  return {result.nearest, std::nextafter(result.nearest, infinity)};
}

}  // namespace farfirst
