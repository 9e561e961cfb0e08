#pragma once
// Options of the right side: --right.NAME means there what --NAME means on the left. What is not said of the right side
// is as on the left.

#include <vector>

#include "options.h"

namespace farfirst::app {

/// Rows for the right side, of those in `rows` that each side has of its own.
std::vector<OptionRow> right_rows(const std::vector<OptionRow>& rows);
/// What the right side is: Options::right or, as long as that is not needed, the left side but for what was said of the
/// right one. Throws Failure(usage) where that does not fit together.
SideChoice right_side(const Options& options);

}  // namespace farfirst::app
