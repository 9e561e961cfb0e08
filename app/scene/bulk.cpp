// Two kinds of strays are left out. First, elements so far away that the rest would be a speck beside them, if few: one
// element in five at most. And points that are very few and somewhat far: at most one in two hundred at either end of
// an axis, and farther from the others than a fifth of their length. Length is that of the longest side, so that a
// tower in a plain stays. Meshes have no such points: what is thin and long in them is meant.

#include "bulk.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "finite.h"
#include "parallel.h"

namespace farfirst::app {
namespace {

constexpr double few = 0.2;              // of the elements
constexpr float far_away = 25.0f;        // lengths of the rest
constexpr float out_of_sight = 1000.0f;  // likewise: beyond, the rest would be less than a pixel
constexpr double very_few = 0.005;       // of the points, at either end of an axis
constexpr float somewhat_far = 0.2f;     // lengths
constexpr float margin = 0.05f;          // likewise: what stays of the points beyond their share
constexpr std::size_t samples_of_few = 4096, samples_of_very_few = 65'536;  // that are looked at

float longest_side(const Bounds& box) {
  const glm::vec3 sides = box.maximum - box.minimum;
  return box.empty() ? 0.0f : std::max({sides.x, sides.y, sides.z});
}

Bounds grown(const Bounds& box, float by) { return {box.minimum - by, box.maximum + by}; }

bool holds(const Bounds& outer, const Bounds& inner) {
  return outer.holds(inner.minimum) && outer.holds(inner.maximum);
}

/// The ends of the axes without this share of the places. `place_at` gives that of an element.
template <class PlaceAt>
Bounds core_of(std::size_t count, const PlaceAt& place_at, double share, std::size_t samples) {
  Bounds core;
  glm::vec3 least(0), most(0);
  std::vector<float> values;
  const std::size_t stride = std::max<std::size_t>(1, count / samples);
  for (int axis = 0; axis < 3; ++axis) {
    values.clear();
    for (std::size_t i = 0; i < count; i += stride)
      if (const glm::vec3 place = place_at(i); is_finite(place)) values.push_back(place[axis]);
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

/// Elements that are entirely within some box.
struct Within {
  Bounds box{glm::vec3(INFINITY), glm::vec3(-INFINITY)};
  std::size_t count = 0;
  double area = 0;  // of triangles

  void add(const glm::vec3& place) {
    box.minimum = glm::min(box.minimum, place);
    box.maximum = glm::max(box.maximum, place);
  }
  void add(const Within& other) {
    add(other.box.minimum);
    add(other.box.maximum);
    count += other.count;
    area += other.area;
  }
};

/// `add` adds one element, if it is within.
template <class Add>
Within sum_of(std::size_t count, const Add& add) {
  Within all;
  std::mutex mutex;
  in_parallel(count, 1, [&](std::size_t first, std::size_t last) {
    Within some;
    for (std::size_t i = first; i < last; ++i) add(i, some);
    const std::scoped_lock lock(mutex);
    if (some.count > 0) all.add(some);
  });
  return all;
}

/// Do all but few of them remain?
bool is_bulk(const Within& within, std::size_t count) {
  return static_cast<double>(within.count) >= (1 - few) * static_cast<double>(count);
}

// ---- Points

template <class PlaceAt>
Bounds bulk_of_points(std::size_t count, const PlaceAt& place_at, const Bounds& all) {
  Bounds bulk = all;
  const Bounds rest = core_of(count, place_at, few, samples_of_few);
  const Bounds limit = grown(rest, far_away * longest_side(rest));
  if (longest_side(rest) > 0 && !holds(limit, all)) {
    const Within within = sum_of(count, [&](std::size_t i, Within& to) {
      if (!limit.holds(place_at(i))) return;
      to.add(place_at(i));
      ++to.count;
    });
    if (is_bulk(within, count)) bulk = within.box;
  }
  const auto place_in_bulk = [&](std::size_t i) {
    return bulk.holds(place_at(i)) ? place_at(i) : glm::vec3(std::numeric_limits<float>::quiet_NaN());
  };
  const Bounds core = core_of(count, place_in_bulk, very_few, samples_of_very_few);
  const float length = longest_side(core);
  if (!(length > 0)) return bulk;
  for (int axis = 0; axis < 3; ++axis) {
    if (bulk.minimum[axis] < core.minimum[axis] - somewhat_far * length)
      bulk.minimum[axis] = core.minimum[axis] - margin * length;
    if (bulk.maximum[axis] > core.maximum[axis] + somewhat_far * length)
      bulk.maximum[axis] = core.maximum[axis] + margin * length;
  }
  return bulk;
}

// ---- Triangles

struct Triangle {
  glm::vec3 a, b, c;
  glm::vec3 middle() const { return (a + b + c) / 3.0f; }
  double area() const {
    return 0.5 * glm::length(glm::cross(glm::dvec3(b) - glm::dvec3(a), glm::dvec3(c) - glm::dvec3(a)));
  }
};

Triangle triangle_at(const Model& model, std::size_t i) {
  const std::uint32_t* corners = &model.triangles[3 * i];
  return {model.positions[corners[0]], model.positions[corners[1]], model.positions[corners[2]]};
}

/// `with_area`: it takes longer than the box.
Within triangles_within(const Model& model, const Bounds& limit, bool with_area) {
  return sum_of(model.triangle_count(), [&](std::size_t i, Within& to) {
    const Triangle triangle = triangle_at(model, i);
    if (!limit.holds(triangle.a) || !limit.holds(triangle.b) || !limit.holds(triangle.c)) return;
    to.add(triangle.a);
    to.add(triangle.b);
    to.add(triangle.c);
    ++to.count;
    if (with_area) to.area += triangle.area();
  });
}

/// A ground of a few large triangles is few, but no stray: area counts too, unless nothing else could be seen beside
/// it.
Bounds bulk_of_mesh(const Model& model) {
  const Within used = triangles_within(model, model.bounds, /*with_area=*/false);
  if (used.count == 0) return model.bounds;
  const Bounds rest = core_of(
      model.triangle_count(), [&](std::size_t i) { return triangle_at(model, i).middle(); }, few, samples_of_few);
  const float length = longest_side(rest);
  const Bounds limit = grown(rest, far_away * length);
  if (!(length > 0) || holds(limit, used.box)) return used.box;
  const Within near = triangles_within(model, limit, /*with_area=*/true);
  const Within in_sight = triangles_within(model, grown(rest, out_of_sight * length), /*with_area=*/true);
  if (is_bulk(near, used.count) && near.area >= (1 - few) * in_sight.area) return near.box;
  return is_bulk(in_sight, used.count) ? in_sight.box : used.box;
}

}  // namespace

Bounds bulk_of(const Model& model) {
  if (model.is_mesh()) return bulk_of_mesh(model);
  return bulk_of_points(
      model.positions.size(), [&](std::size_t i) { return model.positions[i]; }, model.bounds);
}

Bounds bulk_of(std::span<const glm::vec4> places, const Bounds& all) {
  return bulk_of_points(
      places.size(), [&](std::size_t i) { return glm::vec3(places[i]); }, all);
}

}  // namespace farfirst::app
