#pragma once
// A model in host memory: a mesh, a point cloud or Gaussian splats, from a reader or a scene generator.

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "splats.h"

namespace farfirst::app {

/// An axis-aligned box. Empty until something was added.
struct Bounds {
  glm::vec3 minimum{1.0f};
  glm::vec3 maximum{-1.0f};
  bool empty() const { return minimum.x > maximum.x; }
  void add(const glm::vec3& point);
  /// Ignores a point that is not finite.
  bool holds(const glm::vec3& point) const {
    return glm::all(glm::greaterThanEqual(point, minimum)) && glm::all(glm::lessThanEqual(point, maximum));
  }
  glm::vec3 center() const { return empty() ? glm::vec3(0.0f) : 0.5f * (minimum + maximum); }
  /// Radius of the sphere round the box; never zero, so that a camera can be placed.
  float radius() const;
};

/// The box of the whole scene, for sorts, and that of its bulk, for pictures (bulk.h).
struct SceneBounds : Bounds {
  Bounds bulk;

  SceneBounds() = default;
  SceneBounds(const Bounds& all)  // NOLINT(google-explicit-constructor): where nothing is far from the rest
      : Bounds(all), bulk(all) {}
  void add(const glm::vec3& point);
  void add(const SceneBounds& other);
};

/// The kind of a model: a file may hold one of each.
enum class Part : std::uint8_t { all, mesh, points, splats };
/// The kind as a word.
constexpr std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, 4> names = {"all", "mesh", "points", "splats"};
  return names[static_cast<std::size_t>(part)];
}

/// Triangles over shared vertices; splats; or points, if there are neither. Every index is below positions.size().
struct Model {
  std::string name;                      // for the title and the panel
  std::vector<glm::vec3> positions;      // may hold NaN and infinities: the key of such a vertex is 0
  std::vector<glm::vec3> normals;        // empty, or one per vertex, unit length or zero
  std::vector<std::uint32_t> colors;     // empty, or one per vertex: RGBA8, red in the low byte, sRGB, straight alpha
  std::vector<std::uint32_t> triangles;  // three corners each; empty = no mesh
  Splats splats;                         // empty, or one per vertex, of what is no mesh
  std::size_t copies = 0;                // vertices at the end that repeat others with another normal or colour
  glm::dvec3 origin{0.0};                // was subtracted from the file's coordinates before they became floats
  SceneBounds bounds;                    // of the finite positions
  std::vector<std::string> remarks;      // sentences for the user: what was left out or repaired while reading

  bool is_mesh() const { return !triangles.empty(); }
  bool has_splats() const { return !splats.empty(); }
  Part part() const { return has_splats() ? Part::splats : is_mesh() ? Part::mesh : Part::points; }
  /// The positions without the copies: those drawn as points, and the number of vertices shown to people.
  std::span<const glm::vec3> points() const { return std::span(positions).first(positions.size() - copies); }
  std::size_t triangle_count() const { return triangles.size() / 3; }
  std::size_t bytes() const;  // of the arrays
};

/// Sets bounds from the finite positions.
void compute_bounds(Model& model);
/// Smooth vertex normals, weighted by area. Does nothing to a point cloud.
void compute_normals(Model& model);

}  // namespace farfirst::app
