#pragma once
// Measured rows for people.

#include <string>
#include <vector>

#include "arena.h"

namespace farfirst::bench {

void print_heading();
/// Speed-ups refer to the row of `baseline`, if it is among them.
void print_rows(const std::vector<Row>& rows, const std::string& baseline);

}  // namespace farfirst::bench
