// Built where draco was not found.

#include "compression.h"
#include "io/load.h"

namespace farfirst::app::gltf {

bool has_draco() { return false; }

DracoMesh unpack_draco(const DracoData&, std::string_view) {
  throw FileError(
      "its compression (KHR_draco_mesh_compression) needs draco, and Farfirst was built without it (install "
      "libdraco-dev and build again)");
}

}  // namespace farfirst::app::gltf
