#include "objects.h"

#include <fmt/format.h>

#include <glm/gtc/matrix_transform.hpp>

#include "particle_sequence.h"
#include "particles.h"
#include "units.h"

namespace farfirst::app {

std::string ObjectChoice::own_name() const {
  const std::string name = file.empty() ? scene : file.filename().string();
  return part == Part::all ? name : fmt::format("{} ({})", name, name_of(part));
}

SceneBounds Object::bounds() const {
  if (const auto model = this->model()) return model->bounds;
  return particles() ? particles()->bounds() : sequence()->bounds();
}

std::optional<glm::dvec3> Object::origin() const {
  if (file.empty() || particles()) return std::nullopt;
  return moves() ? sequence()->drawn().origin() : model()->origin;
}

glm::dvec3 Object::middle() const { return glm::dvec3(bounds().bulk.center()) + origin().value_or(glm::dvec3(0.0)); }

/// Files far from zero have an origin subtracted, each its own.
glm::dvec3 Object::placed_origin() const {
  return turned_and_scaled(setting.placement) * origin().value_or(glm::dvec3(0.0)) + setting.placement.position;
}

std::uint32_t Object::slots() const {
  if (!moves()) return 0;
  return particles() ? particles()->slots() : sequence()->drawn().slots();
}

std::uint64_t Object::version() const {
  if (!moves()) return 0;
  return particles() ? particles()->version() : sequence()->drawn().version();
}

std::string Object::counts() const {
  if (particles()) return counted(slots(), "particle");
  if (const auto files = sequence())
    return counted(files->drawn().count(), "particle") +
           (files->is_one() ? "" : ", " + counted(files->frames(), "file"));
  const Model& its = *model();
  if (its.has_splats()) return counted(its.splats.count(), "splat");
  if (!its.is_mesh()) return counted(its.points().size(), "point");
  return counted(its.triangle_count(), "triangle") + ", " + counted(its.points().size(), "vertex", "vertices");
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

glm::dmat3 turned_and_scaled(const Placement& placement) {
  return static_cast<double>(placement.scale) * turn_of(placement.rotation);
}

Placement about(const glm::dvec3& point, const Placement& before, Placement after) {
  after.position = before.position + (turned_and_scaled(before) - turned_and_scaled(after)) * point;
  return after;
}

std::array<float, 12> rows_of(const glm::mat4& matrix) {
  std::array<float, 12> rows{};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column) rows[static_cast<std::size_t>(4 * row + column)] = matrix[column][row];
  return rows;
}

}  // namespace farfirst::app
