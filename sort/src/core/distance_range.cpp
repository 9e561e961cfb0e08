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

/// Of the eye along an axis of coordinates to the box.
Range along(const float* bounds, int axis, const Viewpoint& view) {
  return {double{bounds[axis]} - view.eye[axis], double{bounds[3 + axis]} - view.eye[axis]};
}

Range radial_range(const float* bounds, const Viewpoint& view) {
  Range squares;
  for (int i = 0; i < 3; ++i) {
    const auto [low, high] = along(bounds, i, view);
    const double nearest = std::max({low, -high, 0.0}), farthest = std::max(-low, high);
    squares.low += nearest * nearest;
    squares.high += farthest * farthest;
  }
  return {std::sqrt(squares.low), std::sqrt(squares.high)};
}

Range depth_range(const float* bounds, const Viewpoint& view) {
  Range sum;
  for (int i = 0; i < 3; ++i) {
    const auto [low, high] = along(bounds, i, view);
    const double a = low * view.axis[i], b = high * view.axis[i];
    sum.low += std::min(a, b);
    sum.high += std::max(a, b);
  }
  return sum;
}

bool is_box(const float* bounds) {
  for (int i = 0; i < 3; ++i) {
    if (!(std::isfinite(bounds[i]) && std::isfinite(bounds[3 + i]) && bounds[i] <= bounds[3 + i])) return false;
  }
  return true;
}

float finite(double number) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(number, -most, most));
}

}  // namespace

DistanceRange distance_range(const float* bounds, Metric metric, const Viewpoint& view) noexcept {
  if (bounds == nullptr || !is_box(bounds)) return {};
  const Range range = metric == Metric::radial ? radial_range(bounds, view) : depth_range(bounds, view);
  const DistanceRange result{finite(range.low), finite(range.high)};
  if (result.nearest < result.farthest) return result;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (result.farthest == std::numeric_limits<float>::max())
    return {std::nextafter(result.farthest, -infinity), result.farthest};
  return {result.nearest, std::nextafter(result.nearest, infinity)};
}

}  // namespace farfirst
