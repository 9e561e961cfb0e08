#pragma once
// What a search found, for people and as a table.

#include <string>
#include <vector>

#include "report/table.h"
#include "tuning.h"

namespace farfirst::bench {

std::string as_markdown(const TuneResult& result);

/// The best value of each parameter at each n, and the rule through them: bench/results/README.md tells the columns.
std::vector<Column> rule_columns();
std::vector<Fields> rule_rows(const TuneResult& result);

}  // namespace farfirst::bench
