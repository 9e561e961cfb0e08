#include "origin.h"

#include <algorithm>
#include <cmath>

#include "scene/finite.h"

namespace farfirst::app {

void WideBounds::add(const glm::dvec3& point) {
  if (!is_within_reach(point)) return;
  if (empty()) {
    minimum = maximum = point;
    return;
  }
  minimum = glm::min(minimum, point);
  maximum = glm::max(maximum, point);
}

glm::dvec3 choose_origin(const WideBounds& box) {
  if (box.empty()) return glm::dvec3(0.0);
  const glm::dvec3 half = 0.5 * box.maximum - 0.5 * box.minimum;
  const glm::dvec3 middle = 0.5 * box.maximum + 0.5 * box.minimum;
  const double size = std::max({half.x, half.y, half.z});
  const glm::dvec3 away = glm::abs(middle);
  if (std::max({away.x, away.y, away.z}) <= 16.0 * size) return glm::dvec3(0.0);
  if (size == 0.0) return middle;
  const double step = std::exp2(std::floor(std::log2(size)));
  return glm::round(middle / step) * step;
}

void recentre(std::span<Model> models) {
  WideBounds box;
  for (const Model& model : models) {
    if (model.origin != glm::dvec3(0.0)) return;
    if (model.bounds.empty()) continue;
    box.add(glm::dvec3(model.bounds.minimum));
    box.add(glm::dvec3(model.bounds.maximum));
  }
  const glm::dvec3 origin = choose_origin(box);
  if (origin == glm::dvec3(0.0)) return;
  for (Model& model : models) {
    model.origin = origin;
    for (glm::vec3& p : model.positions) p = glm::vec3(glm::dvec3(p) - origin);
    compute_bounds(model);
  }
}

}  // namespace farfirst::app
