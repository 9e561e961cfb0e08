#pragma once
// Options as fields of JSON, in settings and states: by the names and with the values of the command line.

#include <nlohmann/json_fwd.hpp>

#include "options.h"

namespace farfirst::app {

nlohmann::json option_value(const OptionRow& row, const Options& options);
/// Throws Failure(usage) with a sentence that does not name the option.
void set_option(const OptionRow& row, const nlohmann::json& value, Options& options);

}  // namespace farfirst::app
