#pragma once
// STL files: the recognition of their two forms.

#include <cstddef>
#include <string_view>

#include "io/reader.h"

namespace farfirst::app::stl {

constexpr std::size_t header_bytes = 84;  // 80 of text, and the count
constexpr std::size_t facet_bytes = 50;

enum class Form { none, binary, ascii };
/// By the first bytes, and by the size of what follows.
Form form_of(std::string_view start, const ByteSource& source);

Model read_binary(ByteSource& source, const ProgressScale& progress);
Model read_ascii(ByteSource& source, const ProgressScale& progress);

}  // namespace farfirst::app::stl
