#include "window_options.h"

#include <algorithm>

#include "rows.h"

namespace farfirst::app {
namespace {

bool needs_window(const OptionRow& row, const Command& command) {
  if (row.name.starts_with("right.")) return true;
  const bool is_off = row.kind == OptionKind::toggle && row.get(command) == "false";
  if (is_off) return false;
  if (row.name == "split-gain") return !command.compare.is_on();
  if (row.name == "reset-settings") return command.config.empty();
  return row.group == comparing_group || row.name == "vsync" || row.name == "ui-scale";
}

bool names(std::string_view argument, std::string_view option) {
  if (!argument.starts_with("--") || argument.substr(2, option.size()) != option) return false;
  const std::string_view rest = argument.substr(2 + option.size());
  return rest.empty() || rest[0] == '=';
}

}  // namespace

std::string_view window_option(std::span<const std::string> arguments, const Command& command) {
  const auto end = std::ranges::find(arguments, "--");
  for (const OptionRow& row : option_table()) {
    const auto is_named = [&](const std::string& argument) { return names(argument, row.name); };
    if (needs_window(row, command) && std::any_of(arguments.begin(), end, is_named)) return row.name;
  }
  return {};
}

}  // namespace farfirst::app
