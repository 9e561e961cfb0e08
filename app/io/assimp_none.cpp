// Built where assimp was not found.

#include <fmt/format.h>

#include "readers.h"

namespace farfirst::app {

std::string_view assimp_version() { return {}; }

Model read_with_assimp(std::string_view, std::string_view format, const ProgressScale&) {
  throw FileError(fmt::format(
      "this is {}, which needs assimp, and Farfirst was built without it (install libassimp-dev and build again)",
      format));
}

}  // namespace farfirst::app
