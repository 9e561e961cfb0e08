#include "option_json.h"

#include <nlohmann/json.hpp>

#include "io/exit_codes.h"

namespace farfirst::app {

using nlohmann::json;

json option_value(const OptionRow& row, const Options& options) {
  const std::string text = row.get(options);
  return row.kind == OptionKind::text || !json::accept(text) ? json(text) : json::parse(text);
}

void set_option(const OptionRow& row, const json& value, Options& options) {
  try {
    row.set(options, value.is_string() ? value.get<std::string>() : value.dump());
  } catch (const Failure& failure) {
    const std::string_view sentence = failure.what();  // begins as on the command line: "--opacity: expected ..."
    const std::size_t colon = sentence.find(": ");
    throw Failure(failure.exit_code, std::string(sentence.substr(colon == std::string_view::npos ? 0 : colon + 2)));
  }
}

}  // namespace farfirst::app
