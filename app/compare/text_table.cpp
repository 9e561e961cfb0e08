#include "text_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace farfirst::app {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
  return quoted + '"';
}

std::string csv_number(double value, int digits) {
  return value < 0 ? std::string() : fmt::format("{:.{}f}", value, digits);
}

std::string aligned(const std::vector<std::vector<std::string>>& lines, std::size_t names) {
  std::vector<std::size_t> widths(lines[0].size(), 0);
  const auto in_columns = [&](const std::vector<std::string>& line) {
    return line.size() == widths.size() ? line.size() : line.size() - 1;
  };
  for (const std::vector<std::string>& line : lines)
    for (std::size_t i = 0; i < in_columns(line); ++i) widths[i] = std::max(widths[i], line[i].size());
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (i > 0) text += "  ";
      if (i >= in_columns(line))
        text += line[i];
      else
        text += i < names ? fmt::format("{:<{}}", line[i], widths[i]) : fmt::format("{:>{}}", line[i], widths[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace farfirst::app
