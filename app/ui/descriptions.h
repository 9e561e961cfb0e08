#pragma once
// What an entry of the catalogue is, for tooltips.

#include <farfirst/sort.h>

#include <string>

namespace farfirst::app::ui {

/// Title, cost, source, what is special.
std::string describe(const Algorithm& algorithm);

}  // namespace farfirst::app::ui
