// Built where tinygltf was not found.

#include "readers.h"

namespace farfirst::app {

std::string_view gltf_splats_library() { return {}; }

Model read_gltf_splats(std::string_view, const std::filesystem::path&, const ProgressScale&) {
  throw FileError(
      "splats in glTF need tinygltf, and Farfirst was built without it (install libtinygltf-dev and build again)");
}

}  // namespace farfirst::app
