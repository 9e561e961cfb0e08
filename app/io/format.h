#pragma once
// Which format a file has, told from its content.

#include <filesystem>
#include <string>
#include <string_view>

#include "source.h"

namespace farfirst::app {

struct Format {
  enum class Kind { ply, obj, stl, off, gltf, splat, ksplat, spz, sog, sog_meta, other };
  Kind kind = Kind::other;
  std::string_view name;  // "OBJ"; other: what assimp is asked for
  bool utf16 = false;
};

/// How many bytes from the start recognise() wants to see, if there are as many.
constexpr std::size_t sniffed_bytes = 65536;

/// By the content; where it says nothing, by the suffix. Throws FileError if the file is nothing that could be read.
Format recognise(std::string_view start, const ByteSource& source, const std::filesystem::path& path);

/// All that is left of the source.
std::string rest_of(ByteSource& source);
/// Is this the beginning of a text in UTF-16, with or without a byte order mark?
bool is_utf16(std::string_view start);
/// A byte order mark or the zero bytes say which end comes first.
std::string utf16_to_utf8(std::string_view bytes);

}  // namespace farfirst::app
