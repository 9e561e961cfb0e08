#pragma once
// Names for the values of a sort's parameter, from its meaning: "0 = chosen, 1 = its partition, 2 = votes".

#include <farfirst/sort.h>

#include <string>
#include <vector>

namespace farfirst::app::ui {

/// What the meaning says after "VALUE = "; empty if it says nothing of this value.
std::string value_name(const Parameter& parameter, std::int64_t value);
/// One name for each value from the minimum to the maximum, "1: its partition", if the parameter is an enumeration: it
/// has few values and all have names, or it has two. Else none.
std::vector<std::string> value_names(const Parameter& parameter);

}  // namespace farfirst::app::ui
