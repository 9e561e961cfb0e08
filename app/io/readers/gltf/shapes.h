#pragma once
// The content of a scene's nodes: primitives of meshes with their transforms.

#include <glm/glm.hpp>
#include <memory>
#include <string>
#include <vector>

#include "storage.h"

namespace farfirst::app::gltf {

/// For each joint of a skin: from the mesh's own coordinates to those of the scene.
using Pose = std::vector<glm::dmat4>;

struct Shape {
  const Primitive* primitive = nullptr;
  const std::vector<double>* weights = nullptr;  // of its morph targets
  std::shared_ptr<const Pose> pose;              // null: it has no skin
  glm::dmat4 transform{1.0};                     // to the scene; unused by skins
  std::string name;                              // for sentences: "primitive 0 of mesh 1"
};

/// The shapes of the scene that the file shows; of all nodes if it names none. Throws FileError.
std::vector<Shape> shapes_of(const Document& document, Storage& storage);

}  // namespace farfirst::app::gltf
