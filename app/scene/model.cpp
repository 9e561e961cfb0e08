#include "model.h"

#include <cmath>
#include <limits>
#include <mutex>

#include "bulk.h"
#include "finite.h"
#include "parallel.h"

namespace farfirst::app {

void Bounds::add(const glm::vec3& point) {
  if (empty()) {
    minimum = maximum = point;
    return;
  }
  minimum = glm::min(minimum, point);
  maximum = glm::max(maximum, point);
}

float Bounds::radius() const {
  if (empty()) return 1.0f;
  const float radius = 0.5f * glm::length(maximum - minimum);
  return radius > 0.0f && std::isfinite(radius) ? radius : 1.0f;
}

void SceneBounds::add(const glm::vec3& point) {
  Bounds::add(point);
  bulk.add(point);
}

void SceneBounds::add(const SceneBounds& other) {
  if (other.empty()) return;
  Bounds::add(other.minimum);
  Bounds::add(other.maximum);
  bulk.add(other.bulk.minimum);
  bulk.add(other.bulk.maximum);
}

std::size_t Model::bytes() const {
  return positions.size() * sizeof(positions[0]) + normals.size() * sizeof(normals[0]) +
         colors.size() * sizeof(colors[0]) + triangles.size() * sizeof(triangles[0]) + splats.bytes();
}

namespace {

/// Without a branch for each position. Inverted if none is finite.
Bounds bounds_of(std::span<const glm::vec3> positions) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  glm::vec3 minimum(infinity), maximum(-infinity);
  for (const glm::vec3& p : positions) {
    // Zero times a number that is not finite is NaN, which fails every comparison: such points change nothing.
    const float zero = 0.0f * p.x + 0.0f * p.y + 0.0f * p.z;
    const glm::vec3 q = zero == 0.0f ? p : glm::vec3(std::numeric_limits<float>::quiet_NaN());
    minimum = {q.x < minimum.x ? q.x : minimum.x, q.y < minimum.y ? q.y : minimum.y, q.z < minimum.z ? q.z : minimum.z};
    maximum = {q.x > maximum.x ? q.x : maximum.x, q.y > maximum.y ? q.y : maximum.y, q.z > maximum.z ? q.z : maximum.z};
  }
  return {minimum, maximum};
}

}  // namespace

void compute_bounds(Model& model) {
  const std::span<const glm::vec3> positions = model.positions;
  Bounds all = bounds_of({});
  std::mutex mutex;
  in_parallel(positions.size(), 1, [&](std::size_t first, std::size_t last) {
    const Bounds some = bounds_of(positions.subspan(first, last - first));
    const std::scoped_lock lock(mutex);
    all.minimum = glm::min(all.minimum, some.minimum);
    all.maximum = glm::max(all.maximum, some.maximum);
  });
  model.bounds = all.empty() ? Bounds{} : all;
  model.bounds.bulk = bulk_of(model);
}

void compute_normals(Model& model) {
  if (!model.is_mesh()) return;
  model.normals.assign(model.positions.size(), glm::vec3(0.0f));
  for (std::size_t i = 0; i + 2 < model.triangles.size(); i += 3) {
    const std::uint32_t a = model.triangles[i], b = model.triangles[i + 1], c = model.triangles[i + 2];
    // Not normalised: the cross product weights each face by its area.
    const glm::vec3 face = glm::cross(model.positions[b] - model.positions[a], model.positions[c] - model.positions[a]);
    if (!is_finite(face)) continue;
    for (const std::uint32_t corner : {a, b, c}) model.normals[corner] += face;
  }
  // In double: the square of a small or large normal is no float.
  for (glm::vec3& n : model.normals) n = glm::vec3(unit_or_zero(glm::dvec3(n)));
}

}  // namespace farfirst::app
