// See motion.h.
#include "motion.h"

#include <algorithm>
#include <cmath>

namespace farfirst::gl::farfirst {
namespace {

struct Vector {
  double x = 0, y = 0, z = 0;
};
Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vector operator+(const Vector& a, const Vector& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Vector operator*(const Vector& a, double s) { return {a.x * s, a.y * s, a.z * s}; }
double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double length(const Vector& a) { return std::sqrt(dot(a, a)); }
Vector vector_of(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

/// Limits up to which pivots stay good enough: how far elements may have moved against each other, or the eye against
/// them, as a share of the scene's size.
constexpr double most_turned = 0.25, most_moved = 0.25;
/// The share by which the number of elements may change.
constexpr double most_added = 0.125;
/// If the size is unknown: the multiple of the usual movement that counts as a jump.
constexpr float most_times_usual = 4;

}  // namespace

Viewing viewing_of(std::uint32_t n, bool counted, const DistanceJob* distance) {
  Viewing viewing{.n = n, .counted = counted};
  if (distance == nullptr || !distance->precision.is_full()) return viewing;
  viewing.values = distance->metric == Metric::radial ? Values::squared_distances : Values::depths;
  if (distance->eye_on_device) return viewing;
  std::ranges::copy(distance->eye, viewing.eye);
  if (viewing.values == Values::depths) std::ranges::copy(distance->axis, viewing.axis);
  viewing.bounds = distance->bounds;
  return viewing;
}

std::optional<float> Motion::to(const Viewing& now) {
  const std::optional<float> closer = last_ ? between(*last_, now) : std::nullopt;
  last_ = now;
  return closer;
}

std::optional<float> Motion::between(const Viewing& before, const Viewing& now) {
  if (before.counted != now.counted || before.values != now.values) return std::nullopt;
  if (std::abs(1.0 * now.n - before.n) > most_added * before.n) return std::nullopt;
  if (now.values == Values::whole_numbers) return 0.0f;
  const Vector eye = vector_of(now.eye), eye_before = vector_of(before.eye);
  const double moved = length(eye - eye_before), turned = length(vector_of(now.axis) - vector_of(before.axis));
  if (now.bounds.is_empty()) {
    const float usual = usual_;
    usual_ = std::max(static_cast<float>(moved + turned), usual_ * 0.9f);
    if (moved + turned > most_times_usual * usual) return std::nullopt;
    return 0.0f;
  }
  const Vector low{now.bounds.low[0], now.bounds.low[1], now.bounds.low[2]};
  const Vector high{now.bounds.high[0], now.bounds.high[1], now.bounds.high[2]};
  const Vector middle = (low + high) * 0.5;
  const double radius = length(high - low) * 0.5;
  const Vector to_middle = middle - eye, to_middle_before = middle - eye_before;
  const double away = length(to_middle), away_before = length(to_middle_before);
  double closer = away_before - away;
  double sideways = std::sqrt(std::max(moved * moved - closer * closer, 0.0)) / std::max({away, away_before, radius});
  if (now.values == Values::depths) {
    closer = dot(vector_of(before.axis), to_middle_before) - dot(vector_of(now.axis), to_middle);
    sideways = turned;
  }
  const double along = std::abs(closer) / std::max(std::min(away, away_before), radius);
  if (!(sideways <= most_turned) || !(along <= most_moved)) return std::nullopt;
  return static_cast<float>(closer);
}

}  // namespace farfirst::gl::farfirst
