#pragma once
// Options of the right side: --right.NAME means there what --NAME means on the left. The rest of the right side is as
// the left one.

#include <functional>
#include <string_view>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// Rows for the right side, made from those in `rows` that each side has separately.
std::vector<OptionRow> right_rows(const std::vector<OptionRow>& rows);
/// Options of the left side, given beside a document `before` (a state), also set the right side where both were equal
/// in it, unless the right one is given as well.
void follow_left(Document& document, const Document& before, const std::function<bool(std::string_view)>& is_given);
/// Throws Failure(usage) where sort and parameters of the right side do not fit together.
void check_right_side(const Document& document);

}  // namespace farfirst::app
