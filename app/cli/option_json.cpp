#include "option_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/diagnostic.h"
#include "io/suggest.h"
#include "io/text.h"
#include "renamed.h"

namespace farfirst::app {

using nlohmann::json;

json option_value(const OptionRow& row, const Options& options) {
  const std::string text = row.get(options);
  return row.kind == OptionKind::text || !json::accept(text) ? json(text) : json::parse(text);
}

void set_option(const OptionRow& row, const json& value, Options& options) {
  row.set(options, value.is_string() ? value.get<std::string>() : value.dump());
}

json with_current_names(const json& options, const std::string& where, std::vector<std::string>* notices) {
  json current = json::object();
  const auto notice = [&](const std::string& before, const std::string& now) {
    if (notices != nullptr) notices->push_back(fmt::format("{}: {} is now called {}", where, before, now));
  };
  for (const auto& [field, value] : options.items()) {
    const std::string name(current_option(field));
    if (name != field && options.contains(name)) continue;  // the new name counts
    if (name != field) notice(fmt::format("\"{}\"", field), fmt::format("\"{}\"", name));
    current[name] = value;
    const bool was_toggle = value.is_boolean() && !value_of_old(field).empty();
    if (!value.is_string() && !was_toggle) continue;
    const std::string before = was_toggle ? value.dump() : value.get<std::string>(), now(current_value(name, before));
    if (now == before) continue;
    notice(fmt::format("\"{}\": \"{}\"", name, before), fmt::format("\"{}\"", now));
    current[name] = now;
  }
  return current;
}

void note_unknown(const json& options, const std::string& where, bool (*belongs)(const OptionRow&),
                  std::string_view otherwise, std::vector<std::string>& notices) {
  std::vector<std::string> names;
  for (const OptionRow& row : option_table())
    if (belongs(row)) names.emplace_back(row.name);
  for (const auto& [name, value] : options.items()) {
    const OptionRow* row = find_option(name);
    Diagnostic note(at::file(where), "there is no option {}", in_quotes(name));
    note.meant = nearest_match(name, names);
    if (row != nullptr) note = {at::file(where), "\"{}\" {}", name, otherwise};
    if (row == nullptr || !belongs(*row)) notices.push_back(note.sentence());
  }
}

}  // namespace farfirst::app
