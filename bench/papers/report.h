#pragma once
// Reports of repeated papers, as text and as a table.

#include <string>
#include <vector>

#include "judge.h"
#include "report/table.h"

namespace farfirst::bench {

/// Markdown that reads well on a terminal: a list replaces a table that would be too wide.
std::string as_text(const Paper& paper, const Measured& measured);

/// Columns and rows of the CSV and JSON files; see bench/results/README.md.
std::vector<Column> paper_columns();
std::vector<Fields> paper_rows(const Paper& paper, const Measured& measured);

struct Count {
  int holds = 0, does_not = 0, not_measured = 0;
};
/// Counts the verdicts of the claims.
Count count_of(const Paper& paper, const Measured& measured);

}  // namespace farfirst::bench
