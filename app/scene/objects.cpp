#include "objects.h"

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>

#include "units.h"

namespace farfirst::app {

std::string Object::name() const { return setting.name.empty() ? file.filename().string() : setting.name; }

glm::mat4 to_scene(const Objects& objects, std::size_t object) {
  const Placement& placement = objects[object].setting.placement;
  // Of files far from zero something was subtracted, from each its own.
  const glm::dvec3 apart = objects[object].model->origin - objects.front().model->origin;
  const auto turned = [](const glm::mat4& matrix, float degrees, const glm::vec3& axis) {
    return degrees == 0 ? matrix : glm::rotate(matrix, glm::radians(degrees), axis);
  };
  glm::mat4 matrix = glm::translate(glm::mat4(1.0f), glm::vec3(apart) + placement.position);
  matrix = turned(matrix, placement.rotation.z, {0, 0, 1});
  matrix = turned(matrix, placement.rotation.y, {0, 1, 0});
  matrix = turned(matrix, placement.rotation.x, {1, 0, 0});
  return glm::scale(matrix, glm::vec3(placement.scale));
}

std::array<float, 12> rows_of(const glm::mat4& matrix) {
  std::array<float, 12> rows{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) rows[static_cast<std::size_t>(4 * row + column)] = matrix[column][row];
  return rows;
}

Bounds bounds_of(const Objects& objects) {
  Bounds result;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Bounds& box = objects[i].model->bounds;
    if (!objects[i].setting.visible || box.empty()) continue;
    const glm::mat4 matrix = to_scene(objects, i);
    // Corners are rounded, and what lies within is rounded in another way.
    const glm::vec3 slack(matrix == glm::mat4(1.0f) ? 0.0f : 1e-6f * box.radius() * objects[i].setting.placement.scale);
    for (int corner = 0; corner < 8; ++corner) {
      const glm::vec3 place((corner & 1) != 0 ? box.maximum.x : box.minimum.x,
                            (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                            (corner & 4) != 0 ? box.maximum.z : box.minimum.z);
      const glm::vec3 moved(matrix * glm::vec4(place, 1.0f));
      result.add(moved - slack);
      result.add(moved + slack);
    }
  }
  return result;
}

std::string counts_of(const Objects& objects) {
  std::size_t triangles = 0, points = 0, splats = 0;
  for (const Object& object : objects) {
    const Model& model = *object.model;
    (model.is_mesh()      ? triangles
     : model.has_splats() ? splats
                          : points) += model.is_mesh() ? model.triangle_count() : model.positions.size();
  }
  std::string text = counted(objects.size(), "object");
  const char* separator = ": ";
  for (const auto& [count, name] : {std::pair{splats, "splat"}, {triangles, "triangle"}, {points, "point"}}) {
    if (count == 0) continue;
    text += separator + counted(count, name);
    separator = ", ";
  }
  return text;
}

std::shared_ptr<const Model> outline_of(const Objects& objects) {
  const bool meshes = std::ranges::all_of(
      objects, [](const Object& object) { return !object.setting.visible || object.model->is_mesh(); });
  auto result = std::make_shared<Model>();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const Model& model = *objects[i].model;
    if (!objects[i].setting.visible) continue;
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
