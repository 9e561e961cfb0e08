#pragma once
// Measured rows for people and for files.

#include <string>
#include <vector>

#include "measure.h"

namespace farfirst::bench {

void print_heading();
/// Speed-ups refer to the row of `baseline`, if it is among them.
void print_rows(const std::vector<Row>& rows, const std::string& baseline);

/// Throws Failure where the file cannot be written. With passes, these go to a file beside it: X.csv, X-passes.csv.
void write_csv(const std::string& path, Arena& arena, const std::vector<Row>& rows, const std::string& how);

/// "name: value" lines about the machine and, where one was measured, the GPU.
std::vector<std::string> about_machine(const Arena& arena);

}  // namespace farfirst::bench
