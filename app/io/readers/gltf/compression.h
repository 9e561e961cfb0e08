#pragma once
// Compressed data in glTF, unpacked by optional libraries: without one, a FileError explains how to get it.

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "document.h"

namespace farfirst::app::gltf {

/// EXT_meshopt_compression, by meshoptimizer: the bytes of a bufferView.
std::string unpack_meshopt(const MeshoptData& data, std::string_view compressed);

/// KHR_draco_mesh_compression: a primitive's attributes and indices.
struct DracoMesh {
  struct Attribute {
    std::shared_ptr<const std::string> bytes;  // entries that follow each other
    Component component = Component::float32;
    int parts = 1;
  };
  std::size_t vertices = 0, index_count = 0;
  std::map<std::string, Attribute, std::less<>> attributes;
  std::shared_ptr<const std::string> indices;  // of 32 bits
};
DracoMesh unpack_draco(const DracoData& data, std::string_view compressed);

/// The libraries that were found.
struct Unpackers {
  bool meshopt = false, draco = false;
};
bool has_meshopt();
bool has_draco();
/// Files may have the same data uncompressed, for programs without these libraries. Without a library, those are
/// read instead; data that are only compressed stay. `has_binary`: buffer 0 is a chunk of a GLB file.
void prefer_uncompressed(Document& document, bool has_binary, const Unpackers& unpackers);

}  // namespace farfirst::app::gltf
