#pragma once
// Reading with assimp, for comparison with the readers, if assimp was found when this was built.

#include <cstdint>
#include <filesystem>

namespace farfirst::bench {

struct AssimpCounts {
  std::uint64_t vertices = 0, faces = 0;
};

/// Reads a file with assimp and no post-processing, the least work that it can do. Throws if it cannot.
AssimpCounts read_with_plain_assimp(const std::filesystem::path& path);

}  // namespace farfirst::bench
