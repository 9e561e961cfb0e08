#pragma once
// What came out of a paper's repetition, for people and as a table.

#include <string>
#include <vector>

#include "judge.h"
#include "report/table.h"

namespace farfirst::bench {

/// Markdown that reads well on a terminal: what would be too wide as a table is a list.
std::string as_text(const Paper& paper, const Measured& measured);

/// Columns and rows of the CSV and JSON files: bench/results/README.md tells them.
std::vector<Column> paper_columns();
std::vector<Fields> paper_rows(const Paper& paper, const Measured& measured);

struct Count {
  int holds = 0, does_not = 0, not_measured = 0;
};
/// Of the claims.
Count count_of(const Paper& paper, const Measured& measured);

}  // namespace farfirst::bench
