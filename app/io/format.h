#pragma once
// Which format a file has, told from its content.

#include <filesystem>
#include <string>
#include <string_view>

#include "source.h"

namespace farfirst::app {

struct Format {
  enum class Kind { ply, obj, splat, ksplat, spz, sog, sog_meta, other };
  Kind kind = Kind::other;
  std::string_view name;  // "binary STL"; other: what assimp is asked for
  bool utf16 = false;
};

/// How many bytes from the start recognise() wants to see, if there are as many.
constexpr std::size_t sniffed_bytes = 65536;

/// Throws FileError if the file is nothing that could be read. The name helps only where the content says "text".
Format recognise(std::string_view start, const ByteSource& source, const std::filesystem::path& path);

/// All that is left of the source. A byte-order mark or the zero bytes say which end comes first.
std::string utf16_to_utf8(ByteSource& source);

}  // namespace farfirst::app
