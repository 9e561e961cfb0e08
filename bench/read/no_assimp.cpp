// Built where assimp was not found.

#include <stdexcept>

#include "assimp.h"

namespace farfirst::bench {

AssimpCounts read_with_plain_assimp(const std::filesystem::path&) {
  throw std::runtime_error("this was built without assimp, so there is nothing to compare with");
}

}  // namespace farfirst::bench
