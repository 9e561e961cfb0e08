#pragma once
// Measured rows for people and for files.

#include <string>
#include <vector>

#include "measure.h"
#include "row_file.h"

namespace farfirst::bench {

void print_heading();
/// Speed-ups refer to the row of `baseline`, if it is among them.
void print_rows(const std::vector<Row>& rows, const std::string& baseline);

/// All of them at once. Throws Failure where the file cannot be written.
void write_csv(const std::string& path, Arena& arena, const std::vector<Row>& rows, const std::string& how);

}  // namespace farfirst::bench
