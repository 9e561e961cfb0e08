#pragma once
// URIs of buffers, resolved. All throw FileError.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "io/source.h"

namespace farfirst::app::gltf {

bool is_data_uri(std::string_view uri);
/// The bytes of "data:application/octet-stream;base64,AAAA".
std::string bytes_of_data_uri(std::string_view uri);
/// A file in this folder, or below it: nothing outside is read.
std::unique_ptr<MappedFile> open_beside(const std::filesystem::path& folder, std::string_view uri);

}  // namespace farfirst::app::gltf
