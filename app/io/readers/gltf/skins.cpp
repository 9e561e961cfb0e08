#include "skins.h"

#include <fmt/format.h>

namespace farfirst::app::gltf {
namespace {

/// None: joints move vertices from where these are.
Numbers inverse_bind_matrices(const Document& document, Storage& storage, const Skin& skin) {
  if (skin.inverse_bind_matrices < 0) return {};
  Numbers matrices = Numbers::of_accessor(document, storage, skin.inverse_bind_matrices);
  if (matrices.parts() != 16 || matrices.component() != Component::float32)
    throw FileError("expected 4 x 4 floats to an inverse bind matrix");
  if (matrices.count() < skin.joints.size())
    throw FileError({"it has {} joints, but {} inverse bind matrices", skin.joints.size(), matrices.count()});
  return matrices;
}

}  // namespace

Pose pose_of_skin(const Document& document, Storage& storage, const Tree& tree, int index) {
  return within(at::part(fmt::format("skin {}", index)), [&] {
    if (static_cast<std::size_t>(index) >= document.skins.size()) throw FileError("there is no such skin");
    const Skin& skin = document.skins[static_cast<std::size_t>(index)];
    const Numbers inverses = inverse_bind_matrices(document, storage, skin);
    Pose pose;
    for (const int joint : skin.joints) {
      if (!tree.has(joint)) throw FileError({"there is no node {} for a joint", joint});
      const glm::dmat4& transform = tree.transform(joint);
      pose.push_back(inverses.empty() ? transform : transform * inverses.matrix_at(pose.size()));
    }
    return pose;
  });
}

glm::dmat4 Influences::transform(const Pose& pose, std::size_t vertex) const {
  glm::dmat4 sum(0.0);
  double all = 0.0;
  for (const Set& set : sets_) {
    for (int part = 0; part < 4; ++part) {
      const double weight = set.weights.at(vertex, part);
      if (weight == 0.0) continue;
      const std::uint32_t joint = set.joints.whole_at(vertex, part);
      if (joint >= pose.size()) throw FileError({"vertex {} follows joint {} of {}", vertex, joint, pose.size()});
      sum += weight * pose[joint];
      all += weight;
    }
  }
  // Weights that were rounded to bytes need not add up to 1.
  if (all > 0.0) return sum / all;
  return pose.empty() ? glm::dmat4(1.0) : pose.front();
}

}  // namespace farfirst::app::gltf
