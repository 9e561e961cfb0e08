// Built where meshoptimizer was not found.

#include "compression.h"
#include "io/load.h"

namespace farfirst::app::gltf {

bool has_meshopt() { return false; }

std::string unpack_meshopt(const MeshoptData&, std::string_view) {
  throw FileError(
      "its compression (EXT_meshopt_compression) needs meshoptimizer, and Farfirst was built without it (install "
      "libmeshoptimizer-dev and build again)");
}

}  // namespace farfirst::app::gltf
