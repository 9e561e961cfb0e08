#include "objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <span>

#include "particle_sequence.h"
#include "particles.h"
#include "units.h"

namespace farfirst::app {

std::string own_name_of(const std::filesystem::path& file, const std::string& scene, Part part) {
  const std::string name = file.empty() ? scene : file.filename().string();
  return part == Part::all ? name : fmt::format("{} ({})", name, name_of(part));
}

std::string Object::name() const { return setting.name.empty() ? own_name_of(file, scene, part) : setting.name; }

SceneBounds Object::bounds() const {
  if (model) return model->bounds;
  return particles ? particles->bounds() : sequence->bounds();
}

std::optional<glm::dvec3> Object::origin() const {
  if (file.empty() || particles) return std::nullopt;
  return model ? model->origin : sequence->origin();
}

glm::dvec3 Object::middle() const { return glm::dvec3(bounds().bulk.center()) + origin().value_or(glm::dvec3(0.0)); }

std::uint32_t Object::slots() const {
  if (model) return 0;
  return particles ? particles->slots() : sequence->slots();
}

std::uint64_t Object::version() const {
  if (model) return 0;
  return particles ? particles->version() : sequence->version();
}

glm::dmat3 turn_of(const glm::vec3& angles) {
  glm::dmat4 result(1.0);
  for (int axis = 2; axis >= 0; --axis) {
    glm::dvec3 about(0.0);
    about[axis] = 1.0;
    if (angles[axis] != 0) result = glm::rotate(result, glm::radians(static_cast<double>(angles[axis])), about);
  }
  return glm::dmat3(result);
}

std::vector<std::string> remarks_of(const Objects& objects, std::size_t object) {
  const Object& its = objects[object];
  if (!its.model) return {};
  std::vector<std::string> remarks = its.model->remarks;
  for (const Object& before : std::span(objects).first(object)) {
    if (!before.model || before.file != its.file) continue;
    std::erase_if(remarks, [&](const std::string& remark) {
      return std::ranges::find(before.model->remarks, remark) != before.model->remarks.end();
    });
  }
  return remarks;
}

namespace {

auto first_with_origin(const Objects& objects) {
  return std::ranges::find_if(objects, [](const Object& object) { return object.origin().has_value(); });
}

glm::dmat3 turned_and_scaled(const Placement& placement) {
  return static_cast<double>(placement.scale) * turn_of(placement.rotation);
}

/// Where an object's own coordinates are 0 when it is placed, if it has such of a file.
glm::dvec3 placed_origin_of(const Object& object) {
  const Placement& placement = object.setting.placement;
  return turned_and_scaled(placement) * object.origin().value_or(glm::dvec3(0.0)) + placement.position;
}

/// The same, from the origin of the scene. Of files far from zero something was subtracted, from each its own.
glm::dvec3 offset_of(const Objects& objects, std::size_t object) {
  const glm::dvec3 placed = placed_origin_of(objects[object]);
  return objects[object].origin() ? placed - *origin_of(objects) : placed;
}

/// Steps of floats so far from the origin of the scene, if they show in an object of its size.
std::optional<float> coarse_steps_of(const Object& object, const glm::dvec3& offset) {
  constexpr float least_seen = 1.0f / 4096;  // of the object's radius: an eighth of a pixel where it fills the picture
  const Bounds box = object.bounds();
  const glm::dvec3 away = glm::abs(offset);
  const auto farthest = static_cast<float>(std::max({away.x, away.y, away.z}));
  const float step = std::nextafter(farthest, std::numeric_limits<float>::infinity()) - farthest;
  const bool shows = !box.empty() && step > least_seen * box.radius() * object.setting.placement.scale;
  return shows ? std::optional(step) : std::nullopt;
}

}  // namespace

std::optional<glm::dvec3> origin_of(const Objects& objects) {
  if (objects.origin) return objects.origin;
  const auto first = first_with_origin(objects);
  return first == objects.end() ? std::nullopt : first->origin();
}

void choose_origin(Objects& objects) {
  const auto first = first_with_origin(objects);
  if (first == objects.end()) return;
  const glm::dvec3 placed = placed_origin_of(*first);
  if (coarse_steps_of(*first, placed - *first->origin())) objects.origin = placed;
}

Placement about(const glm::dvec3& point, const Placement& before, Placement after) {
  after.position = before.position + (turned_and_scaled(before) - turned_and_scaled(after)) * point;
  return after;
}

glm::mat4 to_scene(const Objects& objects, std::size_t object) {
  glm::dmat4 matrix(turned_and_scaled(objects[object].setting.placement));
  matrix[3] = glm::dvec4(offset_of(objects, object), 1.0);
  return glm::mat4(matrix);
}

std::array<float, 12> rows_of(const glm::mat4& matrix) {
  std::array<float, 12> rows{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) rows[static_cast<std::size_t>(4 * row + column)] = matrix[column][row];
  return rows;
}

namespace {

/// Corners are rounded, and what lies within is rounded in another way.
Bounds placed(const Bounds& box, const glm::mat4& matrix, float scale) {
  Bounds result;
  if (box.empty()) return result;
  const glm::vec3 slack(matrix == glm::mat4(1.0f) ? 0.0f : 1e-6f * box.radius() * scale);
  for (int corner = 0; corner < 8; ++corner) {
    const glm::vec3 place((corner & 1) != 0 ? box.maximum.x : box.minimum.x,
                          (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                          (corner & 4) != 0 ? box.maximum.z : box.minimum.z);
    const glm::vec3 moved(matrix * glm::vec4(place, 1.0f));
    result.add(moved - slack);
    result.add(moved + slack);
  }
  return result;
}

template <class Which>
SceneBounds bounds_of_some(const Objects& objects, Which which) {
  SceneBounds result;
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].setting.visible && which(objects[i])) result.add(bounds_of(objects, i));
  return result;
}

}  // namespace

SceneBounds bounds_of(const Objects& objects, std::size_t object) {
  const glm::mat4 matrix = to_scene(objects, object);
  const float scale = objects[object].setting.placement.scale;
  const SceneBounds own = objects[object].bounds();
  SceneBounds result = placed(own, matrix, scale);
  result.bulk = placed(own.bulk, matrix, scale);
  return result;
}

SceneBounds bounds_of(const Objects& objects) {
  return bounds_of_some(objects, [](const Object&) { return true; });
}

SceneBounds moving_bounds_of(const Objects& objects) {
  return bounds_of_some(objects, [](const Object& object) { return object.moves(); });
}

std::vector<std::string> coarse_places_of(const Objects& objects) {
  const auto first = first_with_origin(objects);
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!objects[i].setting.visible) continue;
    const glm::dvec3 offset = offset_of(objects, i);
    const std::optional<float> step = coarse_steps_of(objects[i], offset);
    if (!step) continue;
    const bool is_apart = first != objects.end() && objects[i].origin() != first->origin();
    sentences.push_back(fmt::format(
        "{} lies {:.3g} from {}, too far for 32-bit floats: its positions are rounded to steps of {:.1g}. "
        "Open it alone, or move it nearer.",
        objects[i].name(), glm::length(offset), is_apart ? first->name() : "the origin of the scene", *step));
  }
  return sentences;
}

std::string counts_of(const Objects& objects) {
  std::size_t triangles = 0, points = 0, splats = 0, particles = 0;
  for (const Object& object : objects) {
    if (object.moves())
      particles += object.particles ? object.slots() : object.sequence->count();
    else if (object.is_mesh())
      triangles += object.model->triangle_count();
    else
      (object.has_splats() ? splats : points) += object.model->positions.size();
  }
  std::string text = counted(objects.size(), "object");
  const char* separator = ": ";
  for (const auto& [count, name] :
       {std::pair{splats, "splat"}, {triangles, "triangle"}, {points, "point"}, {particles, "particle"}}) {
    if (count == 0) continue;
    text += separator + counted(count, name);
    separator = ", ";
  }
  return text;
}

std::shared_ptr<const Model> outline_of(const Objects& objects) {
  const auto counts = [](const Object& object) { return object.setting.visible && !object.moves(); };
  const bool meshes =
      std::ranges::all_of(objects, [&](const Object& object) { return !counts(object) || object.is_mesh(); });
  auto result = std::make_shared<Model>();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!counts(objects[i])) continue;
    const Model& model = *objects[i].model;
    const glm::mat4 matrix = to_scene(objects, i);
    const auto first = static_cast<std::uint32_t>(result->positions.size());
    for (const glm::vec3& position : model.positions) result->positions.emplace_back(matrix * glm::vec4(position, 1));
    if (!meshes) continue;
    for (const std::uint32_t corner : model.triangles) result->triangles.push_back(first + corner);
  }
  if (result->positions.empty()) return nullptr;
  compute_bounds(*result);
  return result;
}

}  // namespace farfirst::app
