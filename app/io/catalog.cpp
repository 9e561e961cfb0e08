// The list of readers, for --list-readers and the file browser.

#include <vector>

#include "load.h"
#include "readers.h"

namespace farfirst::app {

std::span<const ReaderInfo> readers() {
  static const std::vector<ReaderInfo> list = [] {
    std::vector<ReaderInfo> made = {
        {"PLY", ".ply .ply.gz", "own"},   {"OBJ", ".obj .obj.gz", "own"}, {"STL", ".stl .stl.gz", "own"},
        {"OFF", ".off .off.gz", "own"},   {"glTF", ".gltf .glb", "own"},  {"SPZ", ".spz", "own"},
        {"splat", ".splat", "own"},       {"ksplat", ".ksplat", "own"},   {"particle system", ".particles.json", "own"},
        {"particles", ".csv .xyz", "own"}};
    if (!sog_libraries().empty()) made.push_back({"SOG", ".sog meta.json", sog_libraries()});
    if (!assimp_version().empty()) {
      made.push_back({"FBX", ".fbx", assimp_version()});
      made.push_back({"Collada", ".dae", assimp_version()});
      made.push_back({"3DS", ".3ds", assimp_version()});
    }
    return made;
  }();
  return list;
}

}  // namespace farfirst::app
