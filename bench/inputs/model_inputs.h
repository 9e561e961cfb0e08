#pragma once
// Models as inputs, from files or made by the viewer, enlarged to any size.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "eyes.h"

namespace farfirst::bench {

struct ModelSize {
  std::uint32_t triangles = 0;  // minimum number; they are cut finer until there are enough; 0 = as they are
  std::uint32_t instances = 1;  // side by side, each turned differently
  std::uint32_t elements = 0;   // exact number, evenly chosen, after triangles are cut finer; 0 = all
};

/// Reads a file (a mesh, points, or Gaussian splats: .ply, .splat), or makes the viewer's "jungle" or "glass". Elements
/// are in the file's sequence. Throws Failure if it cannot be read, or is too small.
ViewedGeometry read_viewed_geometry(const std::filesystem::path& path, const ModelSize& size);

/// The files of a folder that may be models, by name. A file, or the name of a scene, is returned as it is.
std::vector<std::filesystem::path> models_in(const std::filesystem::path& path);

}  // namespace farfirst::bench
