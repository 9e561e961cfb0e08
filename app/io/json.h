#pragma once
// JSON that people write, paste or damage, read strictly: every error is one sentence with line and column.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "diagnostic.h"

namespace farfirst::app {

/// Parses a JSON text, that of `where`. Refuses, with FileError: what is not JSON or not UTF-8,
/// numbers that no double can hold, a field that stands twice in an object, more than 32 levels, more than 16 MiB.
nlohmann::json parse_json(const std::string& text, const Place& where);

/// The line of the value with this path in a text that parse_json() accepted: names of fields and numbers
/// of list items, from the outermost on; 1 if there is none.
std::size_t line_of_value(const std::string& text, const std::vector<std::string>& path);

/// Files that are larger are not worth reading: read_file(path, largest_json).
inline constexpr std::size_t largest_json = std::size_t{16} << 20;

}  // namespace farfirst::app
