#include "compare_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "names.h"
#include "sort_values.h"
#include "values.h"

namespace farfirst::app {
namespace {

/// "16bits", "16bits-linear"; none if it is neither.
std::optional<Precision> read_precision(std::string_view word) {
  unsigned bits = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), bits);
  const std::string_view form = word.substr(static_cast<std::size_t>(end - word.data()));
  const bool is_one = error == std::errc() && (form == "bits" || form == "bits-linear");
  if (!is_one || bits < Precision::least_bits || bits > Precision::most_bits) return std::nullopt;
  return Precision{static_cast<std::uint8_t>(bits), form == "bits" ? KeyForm::floating : KeyForm::linear};
}

KeyChoice read_key(const std::string& text) {
  KeyChoice key;
  for (const std::string& word : split(text, '+')) {
    const auto metric = std::ranges::find(metrics, word, &Word<Metric>::name);
    const auto point = std::ranges::find(sort_points, word, &Word<SortPoint>::name);
    if (metric != std::end(metrics) && !key.metric) {
      key.metric = metric->value;
    } else if (point != std::end(sort_points) && !key.sort_point) {
      key.sort_point = point->value;
    } else if (const std::optional<Precision> precision = read_precision(word); precision && !key.precision) {
      key.precision = precision;
    } else {
      usage({at::option("compare-keys"),
             "{} is not a key: radial or view-depth, nearest, farthest, mean or centroid, 8bits to 32bits "
             "or 8bits-linear to 32bits-linear, or one of each, as in view-depth+nearest+16bits",
             shown(text)});
    }
  }
  return key;
}

/// Each choice with each change of a list, if there is one.
template <class List, class Change>
void vary(std::vector<SideChoice>& choices, const List& list, const Change& change) {
  if (list.empty()) return;
  std::vector<SideChoice> varied;
  for (const SideChoice& choice : choices) {
    for (const auto& value : list) {
      varied.push_back(choice);
      change(varied.back(), value);
    }
  }
  choices = std::move(varied);
}

}  // namespace

void read_compared_sorts(Command& command, const std::string& text) {
  command.compare.sorts.clear();
  for (const std::string& name : split(text, ',')) command.compare.sorts.push_back(read_named_sort("compare", name));
}

void read_compared_renderers(Command& command, const std::string& text) {
  command.compare.renderers.clear();
  for (const std::string& name : split(text, ','))
    command.compare.renderers.push_back(read_renderer("compare-renderers", name));
}

void read_compared_keys(Command& command, const std::string& text) {
  command.compare.keys.clear();
  for (const std::string& key : split(text, ',')) command.compare.keys.push_back(read_key(key));
}

std::string key_text(const SortChoice& choice) {
  std::string text = fmt::format("{}+{}", name_of(choice.metric), name_of(choice.sort_point));
  const auto& [bits, form] = choice.precision;
  if (!choice.precision.is_full()) text += fmt::format("+{}bits{}", bits, form == KeyForm::linear ? "-linear" : "");
  return text;
}

std::vector<SideChoice> compared_choices(const Command& command) {
  std::vector<SideChoice> choices = {command.document.left};
  vary(choices, command.compare.sorts, [](SideChoice& choice, const NamedSort& sort) {
    choice.sort.algorithm = sort.algorithm;
    choice.sort.parameters = sort.parameters;
  });
  vary(choices, command.compare.renderers,
       [](SideChoice& choice, const std::string& renderer) { choice.look.renderer = renderer; });
  vary(choices, command.compare.keys, [](SideChoice& choice, const KeyChoice& key) {
    if (key.metric) choice.sort.metric = key.metric;
    choice.sort.sort_point = key.sort_point.value_or(choice.sort.sort_point);
    choice.sort.precision = key.precision.value_or(choice.sort.precision);
  });
  return choices;
}

}  // namespace farfirst::app
