// See search.h.
#include "search.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <map>
#include <random>

#include "program/failure.h"

namespace farfirst::bench {

namespace {

const Parameter& parameter_of(const Algorithm& algorithm, const std::string& name) {
  const auto found = std::ranges::find(algorithm.parameters, name, &Parameter::name);
  if (found == algorithm.parameters.end()) {
    throw Failure(
        usage, fmt::format("--vary: {} has no parameter \"{}\"; farfirst-bench list shows them", algorithm.id, name));
  }
  return *found;
}

std::int64_t parse_value(const Parameter& parameter, std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < parameter.minimum ||
      value > parameter.maximum) {
    throw Failure(usage, fmt::format("--vary: {}: \"{}\" is not a whole number from {} to {}", parameter.name, text,
                                     parameter.minimum, parameter.maximum));
  }
  return value;
}

double distance(const Configuration& configuration, const Rules& rules, std::uint32_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!rules[i]) continue;
    sum += std::abs(std::log2(static_cast<double>(configuration[i])) - std::log2(static_cast<double>((*rules[i])(n))));
  }
  return sum;
}

bool may_have_rule(const Varied& varied) {
  const auto is_power = [](std::int64_t value) {
    return value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
  };
  return varied.values.size() >= 3 && std::ranges::all_of(varied.values, is_power);
}

}  // namespace

std::uint64_t LinearRule::operator()(double s) const noexcept {
  const double line = std::max(1.0, s * k + m);
  return std::uint64_t{1} << static_cast<unsigned>(std::floor(std::log2(line) + 0.5));
}

LinearRule fitted(std::span<const Best> points) noexcept {
  double mean_n = 0, mean_value = 0;
  for (const Best& point : points) {
    mean_n += point.n / static_cast<double>(points.size());
    mean_value += point.value / static_cast<double>(points.size());
  }
  double together = 0, square = 0;
  for (const Best& point : points) {
    together += (point.n - mean_n) * (point.value - mean_value);
    square += (point.n - mean_n) * (point.n - mean_n);
  }
  const double k = square > 0 ? together / square : 0;
  return {k, mean_value - k * mean_n};
}

/// The paper's figures 9 to 11 name the parameters, not the values that were tried. These values span those of Table II
/// for 1 M to 16 M elements, with a factor of four and more on either side.
std::vector<Varied> search_of_quicksort() {
  return {{"threads", {64, 128, 256, 512}},
          {"max_sequences", {64, 128, 256, 512, 1024, 2048, 4096}},
          {"min_size", {256, 512, 1024, 2048, 4096}}};
}

Varied parse_varied(const Algorithm& algorithm, const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals + 1 == text.size()) {
    throw Failure(usage,
                  fmt::format("--vary: \"{}\" is not a parameter and its values, like threads=64,128,256", text));
  }
  const Parameter& parameter = parameter_of(algorithm, text.substr(0, equals));
  Varied varied{std::string(parameter.name), {}};
  for (std::size_t begin = equals + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    varied.values.push_back(parse_value(parameter, std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  std::ranges::sort(varied.values);
  varied.values.erase(std::unique(varied.values.begin(), varied.values.end()), varied.values.end());
  return varied;
}

std::vector<Configuration> configurations(std::span<const Varied> varied, std::uint32_t seed) {
  constexpr std::size_t most = 100'000;
  std::vector<Configuration> all = {{}};
  for (const Varied& each : varied) {
    std::vector<Configuration> longer;
    for (const Configuration& configuration : all) {
      for (const std::int64_t value : each.values) {
        longer.push_back(configuration);
        longer.back().push_back(value);
      }
      if (longer.size() > most) throw Failure(usage, "--vary: more than 100,000 combinations; name fewer values");
    }
    all = std::move(longer);
  }
  std::mt19937 twister(seed);
  for (std::size_t i = all.size(); i > 1; --i) {  // std::shuffle differs between libraries
    std::swap(all[i - 1], all[(std::uint64_t{twister()} * i) >> 32]);
  }
  return all;
}

std::string entry_of(const std::string& entry, std::span<const Varied> varied, const Configuration& configuration) {
  std::string text = entry;
  for (std::size_t i = 0; i < varied.size(); ++i) text += fmt::format(":{}={}", varied[i].name, configuration[i]);
  return text;
}

std::vector<Tried> ranked(std::vector<Tried> tried) {
  std::ranges::sort(tried, [](const Tried& a, const Tried& b) {
    return a.milliseconds != b.milliseconds ? a.milliseconds < b.milliseconds : a.configuration < b.configuration;
  });
  return tried;
}

std::vector<Effect> effects(std::size_t which, std::span<const Tried> tried) {
  struct Sum {
    double best = 0, worst = 0, sum = 0;
    int count = 0;
  };
  std::map<std::int64_t, Sum> sums;
  for (const Tried& each : tried) {
    Sum& sum = sums[each.configuration[which]];
    sum.best = sum.count == 0 ? each.milliseconds : std::min(sum.best, each.milliseconds);
    sum.worst = std::max(sum.worst, each.milliseconds);
    sum.sum += each.milliseconds;
    ++sum.count;
  }
  std::vector<Effect> found;
  for (const auto& [value, sum] : sums) found.push_back({value, sum.best, sum.sum / sum.count, sum.worst});
  return found;
}

Rules fitted_rules(std::span<const Varied> varied, std::span<const Search> searches) {
  Rules rules;
  for (std::size_t i = 0; i < varied.size(); ++i) {
    rules.emplace_back();
    if (!may_have_rule(varied[i])) continue;
    std::vector<Best> points;
    for (const Search& search : searches) {
      const Tried best = ranked(search.tried).front();
      points.push_back({static_cast<double>(search.n), static_cast<double>(best.configuration[i])});
    }
    rules.back() = fitted(points);
  }
  return rules;
}

const Tried& nearest(const Rules& rules, const Search& search) {
  return *std::ranges::min_element(search.tried, {}, [&](const Tried& tried) {
    return std::pair(distance(tried.configuration, rules, search.n), tried.milliseconds);
  });
}

}  // namespace farfirst::bench
