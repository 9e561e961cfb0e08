// Stray points are few and far: at most one in two hundred of all points at either end of an axis, and farther from the
// others than a fifth of the length of those. Length is that of the longest side, so that a tower in a plain stays.

#include "framing.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace farfirst::app {
namespace {

constexpr double share = 0.005;                 // of the points, at either end of an axis
constexpr float far_away = 0.2f;                // of the longest side
constexpr float margin = 0.05f;                 // likewise: what stays of the points beyond the share
constexpr std::size_t most_looked_at = 65'536;  // that are looked at

/// Where the ends of the axes are without their share.
Bounds core_of(std::span<const glm::vec3> points) {
  Bounds core;
  glm::vec3 least(0), most(0);
  std::vector<float> values;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t stride = std::max<std::size_t>(1, points.size() / most_looked_at);
    values.clear();
    for (std::size_t i = 0; i < points.size(); i += stride)
      if (std::isfinite(points[i][axis])) values.push_back(points[i][axis]);
    if (values.empty()) return core;
    const auto left_out = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
    std::nth_element(values.begin(), values.begin() + left_out, values.end());
    least[axis] = values[static_cast<std::size_t>(left_out)];
    std::nth_element(values.begin(), values.end() - 1 - left_out, values.end());
    most[axis] = *(values.end() - 1 - left_out);
  }
  core.add(least);
  core.add(most);
  return core;
}

}  // namespace

Bounds framed_bounds(const Model& model) {
  if (model.is_mesh()) return model.bounds;
  const Bounds core = core_of(model.positions);
  const glm::vec3 sides = core.maximum - core.minimum;
  const float longest = std::max({sides.x, sides.y, sides.z});
  if (core.empty() || !(longest > 0)) return model.bounds;
  Bounds framed = model.bounds;
  for (int axis = 0; axis < 3; ++axis) {
    if (framed.minimum[axis] < core.minimum[axis] - far_away * longest)
      framed.minimum[axis] = core.minimum[axis] - margin * longest;
    if (framed.maximum[axis] > core.maximum[axis] + far_away * longest)
      framed.maximum[axis] = core.maximum[axis] + margin * longest;
  }
  return framed;
}

}  // namespace farfirst::app
