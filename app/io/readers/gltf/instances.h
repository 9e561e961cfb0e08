#pragma once
// EXT_mesh_gpu_instancing: one node that shows its mesh many times.

#include <glm/glm.hpp>
#include <vector>

#include "storage.h"

namespace farfirst::app::gltf {

/// The transform of each instance within the node. Throws FileError.
std::vector<glm::dmat4> instance_transforms(const Document& document, Storage& storage, int node);

}  // namespace farfirst::app::gltf
