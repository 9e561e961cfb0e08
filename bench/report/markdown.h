#pragma once
// Text for people that reads well on a terminal and is Markdown.

#include <string>
#include <vector>

namespace farfirst::bench {

/// Rows of as many fields each, the first of which is the head, with aligned columns.
std::string markdown_table(const std::vector<std::vector<std::string>>& rows);

/// Three significant digits, and groups of thousands: "0.0123", "4.56", "1,234".
std::string number(double value);

/// Throws Failure where the file cannot be written.
void write_text(const std::string& path, const std::string& text);

}  // namespace farfirst::bench
