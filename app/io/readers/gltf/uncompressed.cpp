#include <algorithm>

#include "compression.h"

namespace farfirst::app::gltf {
namespace {

/// A buffer without data is the target of unpacking its views.
bool has_data(const Document& document, int buffer, bool has_binary) {
  if (buffer < 0 || static_cast<std::size_t>(buffer) >= document.buffers.size()) return false;
  return !document.buffers[static_cast<std::size_t>(buffer)].empty() || (buffer == 0 && has_binary);
}

bool has_view(const Document& document, int accessor) {
  return accessor >= 0 && static_cast<std::size_t>(accessor) < document.accessors.size() &&
         document.accessors[static_cast<std::size_t>(accessor)].view >= 0;
}

bool lies_uncompressed(const Document& document, const Primitive& primitive) {
  const auto is_there = [&](const auto& attribute) { return has_view(document, attribute.second); };
  return std::ranges::all_of(primitive.attributes, is_there) &&
         (primitive.indices < 0 || has_view(document, primitive.indices));
}

}  // namespace

void prefer_uncompressed(Document& document, bool has_binary, const Unpackers& unpackers) {
  if (!unpackers.meshopt)
    for (BufferView& view : document.views)
      if (has_data(document, view.buffer, has_binary)) view.meshopt.reset();
  if (unpackers.draco) return;
  for (Mesh& mesh : document.meshes)
    for (Primitive& primitive : mesh.primitives)
      if (lies_uncompressed(document, primitive)) primitive.draco.reset();
}

}  // namespace farfirst::app::gltf
