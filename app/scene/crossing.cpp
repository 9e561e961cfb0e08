#include "crossing.h"

#include <array>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include "paint.h"
#include "shapes.h"

namespace farfirst::app {
namespace {

using Vec3 = glm::vec3;

/// A rectangle round the origin, in x and y, of two triangles in each of `cells` x `cells` parts.
Surface sheet(const glm::vec2& size, int cells) {
  Surface surface;
  for (int row = 0; row <= cells; ++row) {
    for (int column = 0; column <= cells; ++column) {
      const glm::vec2 at = glm::vec2(column, row) / static_cast<float>(cells);
      surface.positions.emplace_back(size * (at - 0.5f), 0.0f);
      surface.along.push_back(at.y);
    }
  }
  const auto corner = [&](int column, int row) { return static_cast<std::uint32_t>(row * (cells + 1) + column); };
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column)
      for (const std::uint32_t index : {corner(column, row), corner(column + 1, row), corner(column + 1, row + 1),
                                        corner(column, row), corner(column + 1, row + 1), corner(column, row + 1)})
        surface.triangles.push_back(index);
  return surface;
}

constexpr std::array panes{Paint{{0.90f, 0.16f, 0.20f, 0.9f}, {1.0f, 0.36f, 0.30f, 0.9f}},
                           Paint{{0.16f, 0.66f, 0.28f, 0.9f}, {0.40f, 0.86f, 0.42f, 0.9f}},
                           Paint{{0.16f, 0.36f, 0.95f, 0.9f}, {0.36f, 0.60f, 1.0f, 0.9f}}};
constexpr std::array planks{Paint{{1.0f, 0.72f, 0.10f, 1.0f}, {1.0f, 0.84f, 0.30f, 1.0f}},
                            Paint{{0.90f, 0.20f, 0.75f, 1.0f}, {1.0f, 0.45f, 0.85f, 1.0f}},
                            Paint{{0.10f, 0.75f, 0.85f, 1.0f}, {0.40f, 0.92f, 0.95f, 1.0f}}};

/// Three panes through one axis, like the leaves of a revolving door.
void add_door(Model& model, const Vec3& place, int cells) {
  for (std::size_t i = 0; i < panes.size(); ++i) {
    const float turn = glm::pi<float>() * (static_cast<float>(i) / 3.0f + 0.09f);
    add(model, sheet({1.7f, 1.3f}, cells), glm::rotate(glm::translate(glm::mat4(1.0f), place), turn, Vec3(0, 1, 0)),
        panes[i]);
  }
}

/// Three planks, each with one end over the next and the other under the one before.
void add_triangle(Model& model, const Vec3& place, int cells) {
  for (std::size_t i = 0; i < planks.size(); ++i) {
    glm::mat4 pose = glm::translate(glm::mat4(1.0f), place);
    pose = glm::rotate(pose, glm::two_pi<float>() * static_cast<float>(i) / 3.0f, Vec3(0, 0, 1));
    pose = glm::translate(pose, Vec3(0, -0.24f, 0));
    pose = glm::rotate(pose, 0.3f, Vec3(0, 1, 0));
    add(model, sheet({1.45f, 0.24f}, cells), pose, planks[i]);
  }
}

}  // namespace

Model make_crossing_scene() {
  Model model;
  model.name = "crossing";
  for (const bool cut : {false, true}) {
    const int cells = cut ? 24 : 1;
    const float x = cut ? 1.15f : -1.15f;
    add_door(model, {x, 0.8f, 0}, cells);
    add_triangle(model, {x, -0.75f, 0.3f}, cells);
  }
  compute_bounds(model);
  compute_normals(model);
  return model;
}

}  // namespace farfirst::app
