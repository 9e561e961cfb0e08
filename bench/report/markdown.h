#pragma once
// Markdown text that reads well on a terminal.

#include <string>
#include <vector>

namespace farfirst::bench {

/// A table with aligned columns. All rows have the same number of fields; the first is the head.
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

/// Formats with three significant digits, and groups of thousands: "0.0123", "4.56", "1,234".
std::string number(double value);

/// Throws Failure if the file cannot be written.
void write_text(const std::string& path, const std::string& text);

}  // namespace farfirst::bench
