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

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
  std::vector<std::size_t> widths(lines[0].size(), 0);
  for (const std::vector<std::string>& line : lines)
    for (std::size_t i = 0; i < line.size() && line.size() == widths.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  for (const std::vector<std::string>& line : lines) widths[0] = std::max(widths[0], line[0].size());
  std::string text;
  for (const std::vector<std::string>& line : lines) {
    text += fmt::format("{:<{}}", line[0], widths[0]);
    if (line.size() < widths.size())
      text += "  " + line[1];
    else
      for (std::size_t i = 1; i < line.size(); ++i) text += fmt::format("  {:>{}}", line[i], widths[i]);
    text += '\n';
  }
  return text;
}

}  // namespace farfirst::app
