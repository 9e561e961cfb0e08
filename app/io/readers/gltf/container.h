#pragma once
// The two parts of a glTF file: its JSON, and the binary data that follow it in a GLB file.

#include <optional>
#include <string_view>

namespace farfirst::app::gltf {

struct Container {
  std::string_view json;                   // without byte order mark and padding; nested no deeper than can be followed
  std::optional<std::string_view> binary;  // of a GLB file that has such a chunk
};

/// Throws FileError.
Container open_container(std::string_view bytes);

}  // namespace farfirst::app::gltf
