#include "reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scene/finite.h"
#include "scene/parallel.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

constexpr float smallest_size = 1e-13f;  // keys of the sort take a distance below 2^-50 for 0

float longest_side(const Bounds& box) {
  const glm::vec3 sides = box.maximum - box.minimum;
  return std::max({sides.x, sides.y, sides.z});
}

bool is_too_small(const Bounds& box) {
  return !box.empty() && longest_side(box) > 0.0f && longest_side(box) < smallest_size;
}

double power_of_ten_below(double value) { return std::pow(10.0, std::floor(std::log10(value))); }

double largest_component(const glm::dvec3& v) { return std::max({v.x, v.y, v.z}); }

SceneBounds box_of(std::span<const Model> models) {
  SceneBounds box;
  for (const Model& model : models) box.add(model.bounds);
  return box;
}

/// The distance from 0 along an axis that half of the positions do not exceed.
double median_reach(std::span<const Model> models) {
  std::vector<double> reaches;
  for (const Model& model : models) {
    for (const glm::vec3& p : model.positions) {
      if (is_finite(p)) reaches.push_back(largest_component(glm::abs(glm::dvec3(p) + model.origin)));
    }
  }
  const auto middle = reaches.begin() + static_cast<std::ptrdiff_t>(reaches.size() / 2);
  std::nth_element(reaches.begin(), middle, reaches.end());
  return *middle;
}

void divide(std::span<Model> models, double unit, const std::string& why) {
  for (Model& model : models) {
    for (glm::vec3& p : model.positions) p = glm::vec3(glm::dvec3(p) / unit);
    for (glm::vec3& scale : model.splats.scales) scale = glm::vec3(glm::dvec3(scale) / unit);
    model.origin /= unit;
    compute_bounds(model);
    model.remarks.push_back(fmt::format(
        "{} to measure distances in 32-bit floats: coordinates here, and those of the camera, are those of the "
        "file divided by {:g}.",
        why, unit));
  }
}

bool lies_within_reach(const Bounds& box, const glm::dvec3& origin) {
  return is_within_reach(glm::dvec3(box.minimum) + origin) && is_within_reach(glm::dvec3(box.maximum) + origin);
}

void leave_out_strays(Model& model) {
  const auto is_near = [&](const glm::vec3& p) { return is_within_reach(glm::dvec3(p) + model.origin); };
  if (lies_within_reach(model.bounds, model.origin)) return;
  std::uint64_t strays = 0;
  for (glm::vec3& p : model.positions) {
    if (!is_finite(p) || is_near(p)) continue;
    p = glm::vec3(std::numeric_limits<float>::quiet_NaN());
    ++strays;
  }
  compute_bounds(model);
  model.remarks.push_back(fmt::format("{} farther than {:g} from 0, too far from the others to be drawn with them.",
                                      counted(strays, "position lies", "positions lie"), largest_coordinate));
}

/// Is a triangle, which has a size in the file, no larger than two float steps at its place?
bool loses_its_shape(const Model& model, std::size_t triangle) {
  const std::span<const std::uint32_t> corners = std::span(model.triangles).subspan(3 * triangle, 3);
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) return false;
  const glm::vec3 &a = model.positions[corners[0]], &b = model.positions[corners[1]], &c = model.positions[corners[2]];
  const glm::vec3 minimum = glm::min(glm::min(a, b), c), maximum = glm::max(glm::max(a, b), c);
  const glm::vec3 sides = maximum - minimum, away = glm::max(glm::abs(minimum), glm::abs(maximum));
  constexpr float two_steps = 2 * std::numeric_limits<float>::epsilon();
  return std::max({sides.x, sides.y, sides.z}) < two_steps * std::max({away.x, away.y, away.z});
}

/// Calls lost(i) for each.
template <class Lost>
std::uint64_t count_lost(std::size_t count, const Lost& lost) {
  std::atomic<std::uint64_t> all = 0;
  in_parallel(count, 1, [&](std::size_t first, std::size_t last) {
    std::uint64_t some = 0;
    for (std::size_t i = first; i < last; ++i) some += lost(i) ? 1 : 0;
    all += some;
  });
  return all;
}

/// The distance from the origin along an axis that half of the points do not exceed, from some thousands of them.
double reach_of_half(const Model& model) {
  constexpr std::size_t sampled = 4096;
  const std::size_t count = model.positions.size();
  std::vector<double> reaches;
  for (std::size_t i = 0; i < count; i += std::max<std::size_t>(1, count / sampled))
    if (is_finite(model.positions[i])) reaches.push_back(largest_component(glm::abs(glm::dvec3(model.positions[i]))));
  if (reaches.empty()) return 0.0;
  const auto middle = reaches.begin() + static_cast<std::ptrdiff_t>((reaches.size() - 1) / 2);
  std::nth_element(reaches.begin(), middle, reaches.end());
  return *middle;
}

/// Points that coincide with the one before them, so far away that floats are coarse beside the size of the others.
std::uint64_t count_lost_points(const Model& model) {
  constexpr double coarse = 1.0 / 4096;
  const double reach = reach_of_half(model);
  if (reach == 0.0) return 0;  // most are one point, which gives no scale
  const double limit = coarse / std::numeric_limits<float>::epsilon() * reach;
  return count_lost(model.positions.size(), [&](std::size_t i) {
    const glm::vec3& p = model.positions[i];
    return i > 0 && p == model.positions[i - 1] && is_finite(p) && largest_component(glm::abs(p)) > limit;
  });
}

}  // namespace

void bring_into_reach(std::span<Model> models) {
  const SceneBounds box = box_of(models);
  if (is_too_small(box)) {
    const double size = longest_side(box);
    return divide(models, power_of_ten_below(size), fmt::format("The model is {:.1g} in size, too small", size));
  }
  if (lies_within_reach(box, models.front().origin)) return;
  if (const double reach = median_reach(models); reach > largest_coordinate)
    divide(models, power_of_ten_below(reach), fmt::format("The model reaches {:.1g}, too large", reach));
  for (Model& model : models) leave_out_strays(model);
}

void remark_on_lost_shapes(Model& model) {
  const auto remark = [&](const std::string& what, std::string_view lost) {
    model.remarks.push_back(
        fmt::format("{} so far from the rest that 32-bit floats lose {}. What lies far apart is shown right from files "
                    "of its own.",
                    what, lost));
  };
  if (model.is_mesh()) {
    const std::uint64_t lost =
        count_lost(model.triangle_count(), [&](std::size_t i) { return loses_its_shape(model, i); });
    if (lost > 0) remark(counted(lost, "triangle lies", "triangles lie"), lost == 1 ? "its shape" : "their shape");
  } else if (const std::uint64_t lost = count_lost_points(model); lost > 0) {
    remark(model.has_splats() ? counted(lost, "splat lies", "splats lie") : counted(lost, "point lies", "points lie"),
           "what is between them");
  }
}

std::string remark_on_size(const Bounds& box) {
  if (!is_too_small(box)) return {};
  return fmt::format("They are {:.1g} in size all together, too small to distinguish distances: scale the file up.",
                     longest_side(box));
}

}  // namespace farfirst::app
