#pragma once
// Models to look at, of files or made by the viewer, enlarged to any size.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "eyes.h"

namespace farfirst::bench {

struct ModelSize {
  std::uint32_t triangles = 0;  // cut finer until there are at least so many; 0 = as they are
  std::uint32_t instances = 1;  // side by side, each turned another way
  std::uint32_t elements = 0;   // exactly so many, evenly chosen: triangles are cut finer first; 0 = all
};

/// A file's model (a mesh, points, or Gaussian splats: .ply, .splat), or the viewer's "jungle" or "glass". Elements in
/// the file's sequence. Throws Failure where it cannot be read, or is too small.
ViewedGeometry read_viewed_geometry(const std::filesystem::path& path, const ModelSize& size);

/// The files of a folder that may be models, by name; a file, or the name of a scene, stands for itself.
std::vector<std::filesystem::path> models_in(const std::filesystem::path& path);

}  // namespace farfirst::bench
