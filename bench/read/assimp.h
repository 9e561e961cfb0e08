#pragma once
// assimp, which the readers are compared with; where it was found when this was built.

#include <cstdint>
#include <filesystem>

namespace farfirst::bench {

struct AssimpCounts {
  std::uint64_t vertices = 0, faces = 0;
};

/// Reads a file with assimp and no post-processing: the least work it can be asked to do. Throws if it cannot.
AssimpCounts read_with_plain_assimp(const std::filesystem::path& path);

}  // namespace farfirst::bench
