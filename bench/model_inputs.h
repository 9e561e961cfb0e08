#pragma once
// Keys of real distances: those of a model's triangles, or of its points, seen from several places.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "input.h"

namespace farfirst::bench {

/// The places: "outside" (three radii from the centre), "near" (just outside), "inside" (half a radius), "centre", and
/// "origin" (where the file's coordinates are 0: the place that the quicksort paper takes).
std::vector<std::string> eyes();

/// A file's model, or the viewer's "jungle"; cut finer until it has at least `triangles` of them, unless that is 0.
/// Elements in the file's sequence.
class ModelKeys {
 public:
  ModelKeys(const std::filesystem::path& path, std::uint32_t triangles);
  ~ModelKeys();
  /// Its geometry and the keys of the squared distances from one of eyes(); named "bunny from outside". Throws Failure
  /// on another place.
  Input from(const std::string& eye) const;

 private:
  struct Scene;
  std::unique_ptr<Scene> scene_;
};

}  // namespace farfirst::bench
