#pragma once
// The report of a search.

#include <map>
#include <string>
#include <vector>

#include "measure/arena.h"
#include "search.h"

namespace farfirst::bench {

/// The number of best and of worst configurations that are reported and measured again, pass by pass.
inline constexpr std::size_t reported_extremes = 5;

/// The first and the last `reported_extremes` of a ranking, with their ranks from 1, each once.
std::vector<std::pair<std::size_t, Tried>> extremes(const std::vector<Tried>& tried);

struct TunedSize {
  Search search;
  std::vector<double> as_it_is{};                        // milliseconds of the unchanged entry, once per batch
  std::map<std::string, std::vector<PassRow>> passes{};  // of the best and the worst, by entry_of()
};

struct TuneResult {
  std::string entry;
  Form form = Form::argsort;
  std::uint32_t seed = 0;
  std::vector<Varied> varied;
  std::size_t combinations = 0;
  std::vector<TunedSize> sizes;       // ascending; those with any result
  std::vector<std::string> left_out;  // why configurations could not be made
  bool whole = true;                  // false: it ended early
};

std::string as_markdown(const TuneResult& result);

}  // namespace farfirst::bench
