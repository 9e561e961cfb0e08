#include "sort_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/suggest.h"
#include "io/text.h"
#include "order/resort.h"
#include "values.h"

namespace farfirst::app {
namespace {

std::vector<std::string> sort_ids() {
  std::vector<std::string> ids = {"auto"};
  for (const Algorithm* algorithm : algorithms()) ids.emplace_back(algorithm->id);
  return ids;
}

[[noreturn]] void refuse_sort(std::string_view option, const std::string& id, std::span<const std::string> known) {
  usage(Diagnostic{at::option(option), "there is no sort called {}", shown(id)}.with(nearest_match(id, known),
                                                                                     "--list-sorts lists them all"));
}

void check_parameter(std::string_view option, const Algorithm& algorithm, const ParameterValue& given) {
  std::vector<std::string> names;
  for (const Parameter& parameter : algorithm.parameters) names.emplace_back(parameter.name);
  const Parameter* known = find(algorithm, given.name);
  if (known == nullptr)
    usage(Diagnostic{at::option(option), "{} has no parameter {}", algorithm.id, shown(given.name)}.with(
        "", "it has " + (names.empty() ? "none at all" : join(names, " and "))));
  if (given.value < known->minimum || given.value > known->maximum)
    usage({at::option(option), "{} of {} must be from {} to {}, not {}", given.name, algorithm.id, known->minimum,
           known->maximum, given.value});
}

}  // namespace

void read_sort(Document& document, const std::string& id) {
  if (id != "auto" && find(id) == nullptr) refuse_sort("sort", id, sort_ids());
  if (id != document.left.sort.algorithm) document.left.sort.parameters.clear();  // they are another sort's
  document.left.sort.algorithm = id;
}

void read_race_sorts(Document& document, const std::string& text) {
  std::optional<std::vector<std::string>>& sorts = document.race.sorts;
  sorts.reset();
  if (text == "usual") return;
  sorts.emplace();
  if (text == "none") return;
  std::vector<std::string> known = sort_ids();
  known.erase(known.begin());  // "auto"
  if (text == "all") {
    sorts = std::move(known);
    return;
  }
  for (const std::string& id : split(text, ',')) {
    if (std::ranges::find(known, id) == known.end()) refuse_sort("race-sorts", id, known);
    sorts->push_back(id);
  }
}

std::string write_race_sorts(const Document& document) {
  if (!document.race.sorts) return "usual";
  if (document.race.sorts->empty()) return "none";
  return fmt::format("{}", fmt::join(*document.race.sorts, ","));
}

namespace {

ParameterValue read_parameter(std::string_view option, const std::string& text) {
  const std::size_t equals = std::min(text.find('='), text.size() - 1);
  std::int64_t value = 0;
  if (equals == 0 || !parse_whole(std::string_view(text).substr(equals + 1), value))
    usage({at::option(option), "expected NAME=WHOLE NUMBER, found {}", shown(text)});
  return {text.substr(0, equals), value};
}

}  // namespace

NamedSort read_named_sort(std::string_view option, const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  NamedSort sort{parts[0], {}};
  const Algorithm* algorithm = find(sort.algorithm);
  if (algorithm == nullptr && sort.algorithm != "auto") refuse_sort(option, sort.algorithm, sort_ids());
  if (algorithm == nullptr && parts.size() > 1)
    usage({at::option(option), "name the sort that has parameters, not auto"});
  for (std::size_t i = 1; i < parts.size(); ++i) {
    sort.parameters.push_back(read_parameter(option, parts[i]));
    check_parameter(option, *algorithm, sort.parameters.back());
  }
  return sort;
}

void read_resort(Document& document, const std::string& text) {
  const std::optional<Resort> resort = resort_of(text);
  if (!resort)
    usage(
        {at::option("resort"), "expected always, moved, frames:1 to 1000000 or angle:0 to 180, found {}", shown(text)});
  document.left.sort.resort = *resort;
}

void read_sort_parameters(Document& document, const std::string& text) {
  std::vector<ParameterValue>& values = document.left.sort.parameters;
  for (const std::string& part : split(text, ',')) {
    const ParameterValue value = read_parameter("sort-parameter", part);
    std::erase_if(values, [&](const ParameterValue& before) { return before.name == value.name; });
    values.push_back(value);
  }
}

std::string write_sort_parameters(const Document& document) {
  std::string text;
  for (const ParameterValue& value : document.left.sort.parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", value.name, value.value);
  return text;
}

void check_sort_parameters(const Document& document, std::string_view side) {
  if (document.left.sort.parameters.empty()) return;
  const Algorithm* algorithm = find(document.left.sort.algorithm);
  if (algorithm == nullptr) usage({at::option("sort-parameter"), "name the sort it belongs to, with --{}sort", side});
  for (const ParameterValue& given : document.left.sort.parameters)
    check_parameter("sort-parameter", *algorithm, given);
}

}  // namespace farfirst::app
