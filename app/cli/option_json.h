#pragma once
// Options as fields of JSON, in settings and states: by the names and with the values of the command line.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "options.h"

namespace farfirst::app {

/// A value as JSON, from how it is written on the command line; and back.
nlohmann::json option_value(const OptionRow& row, const std::string& text);
std::string option_text(const nlohmann::json& value);
/// Sentences about unknown options, and about options that do not belong here: `otherwise` describes those.
void note_unknown(const nlohmann::json& options, const std::string& where, bool (*belongs)(const OptionRow&),
                  std::string_view otherwise, std::vector<std::string>& notices);

}  // namespace farfirst::app
