#pragma once
// Skins: meshes whose vertices follow joints, in the pose of the file.

#include "numbers.h"
#include "shapes.h"
#include "tree.h"

namespace farfirst::app::gltf {

/// Throws FileError.
Pose pose_of_skin(const Document& document, Storage& storage, const Tree& tree, int skin);

/// Which joints a vertex follows, and how much each: four for each set of attributes.
class Influences {
 public:
  Influences() = default;  // none
  void add(Numbers joints, Numbers weights) { sets_.push_back({std::move(joints), std::move(weights)}); }
  bool empty() const { return sets_.empty(); }
  /// From the mesh's own coordinates to those of the scene. Throws FileError where a joint is not in the pose.
  glm::dmat4 transform(const Pose& pose, std::size_t vertex) const;

 private:
  struct Set {
    Numbers joints, weights;
  };
  std::vector<Set> sets_;
};

}  // namespace farfirst::app::gltf
