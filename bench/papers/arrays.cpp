// Inputs of several arrays, and the mean of their results: see papers.h.
#include <algorithm>
#include <cmath>

#include "papers.h"

namespace farfirst::bench {

namespace {

constexpr std::string_view mark = ":arrays=";

/// Rounds to whole nanoseconds, as in written rows, so that rows read again are judged alike.
double rounded(double milliseconds) { return std::round(milliseconds * 1e6) / 1e6; }

Times mean_of(std::span<const Row> rows, Times Row::*times) {
  Times mean{0, (rows[0].*times).p5, (rows[0].*times).p95};
  for (const Row& row : rows) {
    const Times& own = row.*times;
    mean = {mean.median + own.median / static_cast<double>(rows.size()), std::min(mean.p5, own.p5),
            std::max(mean.p95, own.p95)};
  }
  mean.median = rounded(mean.median);
  return mean;
}

/// A pass that some arrays do not need counts as 0 there.
std::vector<PassRow> mean_of_passes(std::span<const Row> rows) {
  std::vector<PassRow> passes;
  for (const Row& row : rows) {
    for (const PassRow& pass : row.passes) {
      auto found = std::ranges::find(passes, pass.name, &PassRow::name);
      if (found == passes.end()) found = passes.insert(found, {pass.name, pass.count, 0});
      found->milliseconds += pass.milliseconds / static_cast<double>(rows.size());
    }
  }
  for (PassRow& pass : passes) pass.milliseconds = rounded(pass.milliseconds);
  return passes;
}

}  // namespace

std::string arrays_suffix(std::uint32_t number) { return std::string(mark) + std::to_string(number); }

Arrays arrays_of(const std::string& input) {
  const std::size_t at = input.find(mark);
  if (at == std::string::npos) return {input, 1};
  return {input.substr(0, at), static_cast<std::uint32_t>(std::stoul(input.substr(at + mark.size())))};
}

Row mean_of_arrays(std::span<const Row> rows, const std::string& input) {
  Row mean = rows[0];
  mean.input = input;
  mean.time = mean_of(rows, &Row::time);
  mean.wall = mean_of(rows, &Row::wall);
  mean.passes = mean_of_passes(rows);
  mean.repeats = 0;
  for (const Row& row : rows) {
    mean.repeats += row.repeats;
    mean.settled = std::min(mean.settled, row.settled);
  }
  return mean;
}

}  // namespace farfirst::bench
