#include "geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scene/finite.h"

namespace farfirst::app::gltf {
namespace {

Morphed read_morphed(const AttributeReader& reader, const Shape& shape, const char* name) {
  Morphed morphed{reader.find(name, 3, 3), {}};
  const std::size_t count = std::min(shape.primitive->targets.size(), shape.weights->size());
  for (std::size_t i = 0; i < count && !morphed.base.empty(); ++i) {
    const double weight = (*shape.weights)[i];
    if (weight == 0.0) continue;
    Numbers target = reader.of_target(i, name);
    if (!target.empty()) morphed.targets.emplace_back(weight, std::move(target));
  }
  return morphed;
}

Influences read_influences(const AttributeReader& reader, const Shape& shape) {
  Influences influences;
  if (!shape.pose) return influences;
  for (int set = 0;; ++set) {
    Numbers joints = reader.find(fmt::format("JOINTS_{}", set), 4, 4);
    Numbers weights = reader.find(fmt::format("WEIGHTS_{}", set), 4, 4);
    if (joints.empty() || weights.empty()) return influences;
    influences.add(std::move(joints), std::move(weights));
  }
}

Surface read_surface(const Document& document, const AttributeReader& reader, const Shape& shape) {
  Numbers colors = reader.find("COLOR_0", 3, 4);
  colors.take_as_fractions();  // also where a file forgets to say so
  const int index = shape.primitive->material;
  if (index < 0) return {Material{}, std::move(colors)};
  if (static_cast<std::size_t>(index) >= document.materials.size())
    throw FileError({at::part(shape.name), "there is no material {}", index});
  return {document.materials[static_cast<std::size_t>(index)], std::move(colors)};
}

/// Carries normals as the inverse of its transpose does, also where it flattens.
glm::dmat3 normal_transform(const glm::dmat4& transform) {
  const glm::dmat3 linear(transform);
  const glm::dmat3 cofactors(glm::cross(linear[1], linear[2]), glm::cross(linear[2], linear[0]),
                             glm::cross(linear[0], linear[1]));
  return glm::determinant(linear) < 0.0 ? -1.0 * cofactors : cofactors;
}

}  // namespace

Geometry::Geometry(const Document& document, Storage& storage, const Shape& shape)
    : Geometry(document, AttributeReader(document, storage, shape), shape) {}

Geometry::Geometry(const Document& document, const AttributeReader& reader, const Shape& shape)
    : shape_(shape),
      positions_(read_morphed(reader, shape, "POSITION")),
      normals_(read_morphed(reader, shape, "NORMAL")),
      influences_(read_influences(reader, shape)),
      surface_(read_surface(document, reader, shape)),
      indices_(reader.indices()),
      normal_transform_(normal_transform(shape.transform)) {}

bool Geometry::is_mirrored() const {
  return influences_.empty() && glm::determinant(glm::dmat3(shape_.transform)) < 0.0;
}

std::uint32_t Geometry::restart() const {
  if (indices_.component() == Component::uint8) return std::numeric_limits<std::uint8_t>::max();
  if (indices_.component() == Component::uint16) return std::numeric_limits<std::uint16_t>::max();
  return std::numeric_limits<std::uint32_t>::max();
}

glm::dmat4 Geometry::skin_transform(std::size_t vertex) const {
  return within(at::part(shape_.name), [&] { return influences_.transform(*shape_.pose, vertex); });
}

glm::dvec3 Geometry::position(std::size_t vertex) const {
  const glm::dvec4 own(positions_.at(vertex), 1.0);
  if (influences_.empty()) return glm::dvec3(shape_.transform * own);
  return glm::dvec3(skin_transform(vertex) * own);
}

glm::vec3 Geometry::normal(std::size_t vertex) const {
  const glm::dvec3 own = normals_.at(vertex);
  return glm::vec3(
      unit_or_zero((influences_.empty() ? normal_transform_ : normal_transform(skin_transform(vertex))) * own));
}

}  // namespace farfirst::app::gltf
