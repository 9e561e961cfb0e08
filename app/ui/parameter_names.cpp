#include "parameter_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace farfirst::app::ui {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Where "NUMBER = " begins at or after `from`; npos if nowhere.
std::size_t find_number(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (!is_digit(text[at]) || (at > 0 && text[at - 1] != ' ')) continue;
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (text.substr(end).starts_with(" = ")) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::string value_name(const Parameter& parameter, std::int64_t value) {
  const std::string_view text = parameter.meaning;
  const std::string wanted = fmt::format("{} = ", value);
  std::size_t at = find_number(text, 0);
  while (at != std::string_view::npos && !text.substr(at).starts_with(wanted)) at = find_number(text, at + 1);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + wanted.size();
  const std::size_t end = std::min({text.find(';', begin), text.find(". ", begin), find_number(text, begin)});
  std::string name(text.substr(begin, end == std::string_view::npos ? end : end - begin));
  while (name.ends_with(' ') || name.ends_with(',')) name.pop_back();
  const bool refers = !name.empty() && std::all_of(name.begin(), name.end(), is_digit);  // "0 = 2"
  return refers ? "as " + name : name;
}

std::vector<std::string> value_names(const Parameter& parameter) {
  constexpr std::int64_t most = 16;
  if (parameter.maximum - parameter.minimum >= most) return {};
  const bool is_switch = parameter.minimum == 0 && parameter.maximum == 1;
  std::vector<std::string> names;
  for (std::int64_t value = parameter.minimum; value <= parameter.maximum; ++value) {
    std::string name = value_name(parameter, value);
    if (name.empty() && is_switch) name = value == 0 ? "off" : "on";
    if (name.empty()) return {};
    names.push_back(fmt::format("{}: {}", value, name));
  }
  return names;
}

}  // namespace farfirst::app::ui
