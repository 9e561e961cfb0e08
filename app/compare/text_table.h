#pragma once
// Tables of the module as text: with columns that line up, and as CSV.

#include <string>
#include <vector>

namespace farfirst::app {

/// A field of CSV, in quotes where it needs them.
std::string csv_field(const std::string& text);
/// Empty if negative, which means that it is not known.
std::string csv_number(double value, int digits);

/// Lines of cells, the first of them the heads: the first `names` columns to the left, numbers to the right. A line
/// with fewer cells than the heads ends with a sentence, which may be of any length.
std::string aligned(const std::vector<std::vector<std::string>>& lines, std::size_t names = 1);

}  // namespace farfirst::app
