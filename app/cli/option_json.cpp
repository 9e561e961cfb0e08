#include "option_json.h"

#include <nlohmann/json.hpp>

#include "io/diagnostic.h"
#include "io/suggest.h"
#include "io/text.h"

namespace farfirst::app {

using nlohmann::json;

json option_value(const OptionRow& row, const std::string& text) {
  return row.kind == OptionKind::text || !json::accept(text) ? json(text) : json::parse(text);
}

std::string option_text(const json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

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
