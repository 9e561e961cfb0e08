// See report.h.
#include "report.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/markdown.h"
#include "report/statistics.h"
#include "report/table.h"

namespace farfirst::bench {

namespace {

std::vector<Search> searches_of(const TuneResult& result) {
  std::vector<Search> searches;
  for (const TunedSize& size : result.sizes) searches.push_back(size.search);
  return searches;
}

std::string passes_of(const TunedSize& size, const std::string& entry) {
  const auto found = size.passes.find(entry);
  if (found == size.passes.end()) return {};
  std::string text;
  for (const PassRow& pass : found->second) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", pass.name, number(pass.milliseconds));
  }
  return text;
}

/// The five best and the five worst configurations, as in figure 9.
std::string ranking(const TuneResult& result, const TunedSize& size) {
  std::vector<Fields> table = {{"rank"}};
  for (const Varied& each : result.varied) table[0].push_back(each.name);
  table[0].insert(table[0].end(), {"ms", "of the best", "passes, ms"});
  const auto chosen = extremes(size.search.tried);
  const double best = chosen.front().second.milliseconds;
  const auto add = [&](const std::string& rank, const Fields& values, double milliseconds, const std::string& entry) {
    Fields& row = table.emplace_back(Fields{rank});
    row.insert(row.end(), values.begin(), values.end());
    row.insert(row.end(), {number(milliseconds), number(milliseconds / best), passes_of(size, entry)});
  };
  for (const auto& [rank, tried] : chosen) {
    Fields values;
    for (const std::int64_t value : tried.configuration) values.push_back(std::to_string(value));
    add(std::to_string(rank), values, tried.milliseconds, entry_of(result.entry, result.varied, tried.configuration));
  }
  std::string spread;
  if (!size.as_it_is.empty()) {
    add("as it is", Fields(result.varied.size(), "-"), quantile(size.as_it_is, 0.5), result.entry);
    const auto [least, most] = std::ranges::minmax(size.as_it_is);
    spread = fmt::format("The entry as it is, measured with each batch: {} to {} ms.\n\n", number(least), number(most));
  }
  return fmt::format("### n = {}: {} configurations\n\n{}\n{}", size.search.n, size.search.tried.size(),
                     markdown_table(table), spread);
}

/// The effect of each parameter, as in figure 10.
std::string effects_of(const TuneResult& result) {
  const Search& search = result.sizes.back().search;
  std::vector<Fields> table = {{"parameter", "value", "best, ms", "mean, ms", "worst, ms"}};
  for (std::size_t i = 0; i < result.varied.size(); ++i) {
    for (const Effect& effect : effects(i, search.tried)) {
      table.push_back({result.varied[i].name, std::to_string(effect.value), number(effect.best), number(effect.mean),
                       number(effect.worst)});
    }
  }
  return fmt::format("### One parameter, over all values of the others (n = {})\n\n{}\n", search.n,
                     markdown_table(table));
}

/// The rules, as in figure 11 and table II.
std::string rules_of(const TuneResult& result) {
  const std::vector<Search> searches = searches_of(result);
  const Rules rules = fitted_rules(result.varied, searches);
  std::vector<Fields> best = {{"n"}};
  for (const Varied& each : result.varied) best[0].push_back(each.name);
  best[0].insert(best[0].end(), {"ms", "nearest to the rules, of the best"});
  for (const Search& search : searches) {
    const Tried first = ranked(search.tried).front();
    Fields& row = best.emplace_back(Fields{std::to_string(search.n)});
    for (const std::int64_t value : first.configuration) row.push_back(std::to_string(value));
    row.push_back(number(first.milliseconds));
    row.push_back(number(nearest(rules, search).milliseconds / first.milliseconds));
  }
  std::vector<Fields> constants = {{"parameter", "k", "m"}};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (!rules[i]) continue;
    constants.push_back(
        {result.varied[i].name, fmt::format("{:.8f}", rules[i]->k), fmt::format("{:.1f}", rules[i]->m)});
  }
  return fmt::format("### The best values over n, and the rules 2^floor(log2(n k + m) + 0.5) through them\n\n{}\n{}\n",
                     markdown_table(best), markdown_table(constants));
}

std::string gaps_of(const TuneResult& result) {
  std::string text;
  if (!result.whole) text += "* It was ended early.\n";
  for (const TunedSize& size : result.sizes) {
    if (size.search.tried.size() == result.combinations) continue;
    text += fmt::format("* n = {}: {} of {} configurations were not tried, or could not be made.\n", size.search.n,
                        result.combinations - size.search.tried.size(), result.combinations);
  }
  for (const std::string& sentence : result.left_out) text += "* left out: " + sentence + "\n";
  return text;
}

}  // namespace

std::vector<std::pair<std::size_t, Tried>> extremes(const std::vector<Tried>& tried) {
  std::vector<std::pair<std::size_t, Tried>> chosen;
  const std::vector<Tried> all = ranked(tried);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i < reported_extremes || all.size() - i <= reported_extremes) chosen.emplace_back(i + 1, all[i]);
  }
  return chosen;
}

std::string as_markdown(const TuneResult& result) {
  std::string text = fmt::format("## tune {}: {} uniform\n\n", result.entry, name_of(result.form));
  for (const Varied& each : result.varied) text += fmt::format("* {}: {}\n", each.name, fmt::join(each.values, ", "));
  text += fmt::format("\n{} combinations, in a sequence shuffled by seed {}.\n\n", result.combinations, result.seed);
  for (const TunedSize& size : result.sizes) text += ranking(result, size);
  return text + effects_of(result) + rules_of(result) + gaps_of(result);
}

}  // namespace farfirst::bench
