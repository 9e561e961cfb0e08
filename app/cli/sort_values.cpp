#include "sort_values.h"

#include <fmt/format.h>

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
  options.sort.algorithm = id;
}

void read_sort_parameter(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
    usage(fmt::format("--sort-parameter: expected NAME=WHOLE NUMBER, found {}", shown(text)));
  const auto [stop, error] = std::from_chars(text.data() + equals + 1, end, value);
  if (stop != end || error != std::errc())
    usage(fmt::format("--sort-parameter: expected NAME=WHOLE NUMBER, found {}", shown(text)));
  options.sort.parameters.push_back({text.substr(0, equals), value});
}

void check_sort_parameters(Options& options) {
  if (options.sort.parameters.empty()) return;
  const Algorithm* algorithm = find(options.sort.algorithm);
  if (algorithm == nullptr) usage("--sort-parameter: name the sort it belongs to, with --sort");
  for (ParameterValue& given : options.sort.parameters) check_parameter(*algorithm, given, options.notices);
}

}  // namespace farfirst::app
