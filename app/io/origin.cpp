#include "origin.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "scene/finite.h"

namespace farfirst::app {
namespace {

constexpr std::size_t most_kept = 4096;
constexpr double near_zero = 16.0;  // half sizes
constexpr double far_away = 256.0;  // times as far as half of the points: floats there are too coarse for these

double largest_of(const glm::dvec3& v) { return std::max({v.x, v.y, v.z}); }

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

glm::dvec3 median_of(std::span<const glm::dvec3> points) {
  glm::dvec3 median;
  std::vector<double> values(points.size());
  for (int axis = 0; axis < 3; ++axis) {
    std::ranges::transform(points, values.begin(), [axis](const glm::dvec3& p) { return p[axis]; });
    median[axis] = median_of(values);
  }
  return median;
}

struct WideBox {
  glm::dvec3 minimum{INFINITY}, maximum{-INFINITY};

  void add(const glm::dvec3& point) {
    minimum = glm::min(minimum, point);
    maximum = glm::max(maximum, point);
  }
  glm::dvec3 middle() const { return 0.5 * maximum + 0.5 * minimum; }
  double half_size() const { return largest_of(0.5 * maximum - 0.5 * minimum); }
};

WideBox box_of_majority(std::span<const glm::dvec3> points) {
  const glm::dvec3 median = median_of(points);
  const auto distance = [&](const glm::dvec3& p) { return largest_of(glm::abs(p - median)); };
  std::vector<double> distances(points.size());
  std::ranges::transform(points, distances.begin(), distance);
  const double limit = far_away * median_of(distances);
  WideBox all, majority;
  for (const glm::dvec3& point : points) {
    all.add(point);
    if (distance(point) <= limit) majority.add(point);
  }
  return all.half_size() > limit ? majority : all;
}

}  // namespace

void OriginSample::keep(const glm::dvec3& point) {
  if (!is_within_reach(point)) return;
  kept_.push_back(point);
  if (kept_.size() < most_kept) return;
  for (std::size_t i = 0; i < most_kept / 2; ++i) kept_[i] = kept_[2 * i];
  kept_.resize(most_kept / 2);
  stride_ *= 2;
}

glm::dvec3 OriginSample::origin() const {
  const glm::dvec3 zero(0.0);
  if (kept_.empty()) return zero;
  const WideBox box = box_of_majority(kept_);
  const glm::dvec3 middle = box.middle();
  const double size = box.half_size();
  if (largest_of(glm::abs(middle)) <= near_zero * size) return zero;
  if (size == 0.0) return middle;
  const double step = std::exp2(std::floor(std::log2(size)));
  return glm::round(middle / step) * step;
}

namespace {

void add_to(OriginSample& sample, const Model& model) {
  const auto vertex = [&](std::size_t i) { return glm::dvec3(model.positions[i]) + model.origin; };
  if (model.is_mesh()) {
    sample.add(model.triangles.size(), [&](std::size_t corner) { return vertex(model.triangles[corner]); });
  } else {
    sample.add(model.positions.size(), vertex);
  }
}

}  // namespace

glm::dvec3 origin_of(const Model& model) {
  OriginSample sample;
  add_to(sample, model);
  return sample.origin();
}

void recentre(std::span<Model> models) {
  OriginSample sample;
  for (const Model& model : models) {
    if (model.origin != glm::dvec3(0.0)) return;
    add_to(sample, model);
  }
  const glm::dvec3 origin = sample.origin();
  if (origin == glm::dvec3(0.0)) return;
  for (Model& model : models) {
    model.origin = origin;
    for (glm::vec3& p : model.positions) p = glm::vec3(glm::dvec3(p) - origin);
    compute_bounds(model);
  }
}

}  // namespace farfirst::app
