#include "sort_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "suggest.h"
#include "values.h"

namespace farfirst::app {
namespace {

std::vector<std::string> sort_ids() {
  std::vector<std::string> ids = {"auto"};
  for (const Algorithm* algorithm : algorithms()) ids.emplace_back(algorithm->id);
  return ids;
}

/// An old name is replaced by the present one, with a notice.
void check_parameter(const Algorithm& algorithm, ParameterValue& given, std::vector<std::string>& notices) {
  std::vector<std::string> names;
  for (const Parameter& parameter : algorithm.parameters) names.emplace_back(parameter.name);
  const Parameter* known = find(algorithm, given.name);
  if (known == nullptr)
    usage(fmt::format("--sort-parameter: {} has no parameter {}{}", algorithm.id, shown(given.name),
                      names.empty() ? "; it has none at all" : "; it has " + join(names, " and ")));
  if (given.value < known->minimum || given.value > known->maximum)
    usage(fmt::format("--sort-parameter: {} of {} must be from {} to {}, not {}", given.name, algorithm.id,
                      known->minimum, known->maximum, given.value));
  if (given.name == known->name) return;
  notices.push_back(fmt::format("--sort-parameter={} is now called --sort-parameter={}", given.name, known->name));
  given.name = known->name;
}

}  // namespace

void read_sort(Options& options, const std::string& id) {
  if (id != "auto" && find(id) == nullptr)
    usage(fmt::format("--sort: there is no sort called {}{}; --list-sorts lists them all", shown(id),
                      suggestion(id, sort_ids())));
  if (id != options.sort.algorithm) options.sort.parameters.clear();  // they are another sort's
  options.sort.algorithm = id;
}

void read_race_sorts(Options& options, const std::string& text) {
  std::optional<std::vector<std::string>>& sorts = options.race.sorts;
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
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string id = text.substr(begin, end - begin);
    if (std::ranges::find(known, id) == known.end())
      usage(fmt::format("--race-sorts: there is no sort called {}{}; --list-sorts lists them all", shown(id),
                        suggestion(id, known)));
    sorts->push_back(id);
    begin = end + 1;
  }
}

std::string write_race_sorts(const Options& options) {
  if (!options.race.sorts) return "usual";
  if (options.race.sorts->empty()) return "none";
  return fmt::format("{}", fmt::join(*options.race.sorts, ","));
}

namespace {

ParameterValue read_sort_parameter(const std::string& text) {
  const std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    usage(fmt::format("--sort-parameter: expected NAME=WHOLE NUMBER, found {}", shown(text)));
  const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, value);
  if (stop != end || error != std::errc())
    usage(fmt::format("--sort-parameter: expected NAME=WHOLE NUMBER, found {}", shown(text)));
  return {text.substr(0, equals), value};
}

}  // namespace

void read_sort_parameters(Options& options, const std::string& text) {
  std::vector<ParameterValue>& values = options.sort.parameters;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const ParameterValue value = read_sort_parameter(text.substr(at, comma - at));
    std::erase_if(values, [&](const ParameterValue& before) { return before.name == value.name; });
    values.push_back(value);
    at = comma + 1;
  }
}

std::string write_sort_parameters(const Options& options) {
  std::string text;
  for (const ParameterValue& value : options.sort.parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", value.name, value.value);
  return text;
}

void check_sort_parameters(Options& options) {
  if (options.sort.parameters.empty()) return;
  const Algorithm* algorithm = find(options.sort.algorithm);
  if (algorithm == nullptr) usage("--sort-parameter: name the sort it belongs to, with --sort");
  for (ParameterValue& given : options.sort.parameters) check_parameter(*algorithm, given, options.notices);
}

}  // namespace farfirst::app
