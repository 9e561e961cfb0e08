#pragma once
// A primitive in the scene: its vertices, morphed, moved by its skin or its node, and its indices.

#include <utility>
#include <vector>

#include "attributes.h"
#include "numbers.h"
#include "shapes.h"
#include "skins.h"
#include "surface.h"

namespace farfirst::app::gltf {

/// Vectors of vertices, with those of morph targets added.
struct Morphed {
  Numbers base;
  std::vector<std::pair<double, Numbers>> targets;  // with their weights

  glm::dvec3 at(std::size_t vertex) const {
    glm::dvec3 sum = base.three_at(vertex);
    for (const auto& [weight, target] : targets) sum += weight * target.three_at(vertex);
    return sum;
  }
};

class Geometry {
 public:
  /// Throws FileError, which names the primitive, unless all of it lies in its buffers.
  Geometry(const Document& document, Storage& storage, const Shape& shape);

  std::size_t count() const { return positions_.base.count(); }
  bool has_normals() const { return !normals_.base.empty(); }
  const Surface& surface() const { return surface_; }
  /// Draco has triangles, even for strips.
  Mode mode() const { return shape_.primitive->draco ? Mode::triangles : shape_.primitive->mode; }
  /// Is it mirrored?
  bool is_mirrored() const;

  bool has_indices() const { return !indices_.empty(); }
  std::size_t index_count() const { return indices_.empty() ? count() : indices_.count(); }
  /// The vertex at a place of the list of indices; there may be none.
  std::uint32_t index(std::size_t i) const {
    return indices_.empty() ? static_cast<std::uint32_t>(i) : indices_.whole_at(i, 0);
  }
  /// The index that ends a strip.
  std::uint32_t restart() const;

  /// In the scene.
  glm::dvec3 position(std::size_t vertex) const;
  /// A unit vector, or zero.
  glm::vec3 normal(std::size_t vertex) const;

 private:
  Geometry(const Document& document, const AttributeReader& reader, const Shape& shape);

  glm::dmat4 skin_transform(std::size_t vertex) const;

  const Shape& shape_;
  Morphed positions_, normals_;
  Influences influences_;
  Surface surface_;
  Numbers indices_;
  glm::dmat3 normal_transform_;  // without a skin
};

}  // namespace farfirst::app::gltf
