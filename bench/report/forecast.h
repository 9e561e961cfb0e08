#pragma once
// What is still to be measured, from what was: the time left of a run, and sorts that would take too long.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace farfirst::bench {

/// Seconds for amounts of work, by a line through those that are known: a fixed part, and one in proportion to the
/// work.
class TimeForecast {
 public:
  void learn(double work, double seconds);
  /// Neither part is below zero; 0 before anything was learnt.
  double seconds(double work) const;

 private:
  std::vector<std::pair<double, double>> known_;
};

/// How long an entry will take, from how long it took on less. Its times on other inputs count where there are none on
/// this one, and those of other forms where there are none of this one: the slowest of them.
class SortForecast {
 public:
  void learn(const std::string& entry, const std::string& form, const std::string& input, std::size_t n,
             double seconds);

  struct Guess {
    double seconds = 0;
    std::size_t from = 0;  // the number of elements whose time it is based on
  };
  /// In proportion to n, or as steeply as between the two largest known sizes, but at most with its square. Empty where
  /// no time of as many or fewer elements is known.
  std::optional<Guess> guess(const std::string& entry, const std::string& form, const std::string& input,
                             std::size_t n) const;

 private:
  using Inputs = std::map<std::string, std::map<std::size_t, double>>;  // by name and number of elements, to seconds
  std::map<std::string, std::map<std::string, Inputs>> known_;          // by entry and form
};

/// "45 s", "3 min 20 s", "2 h 05 min".
std::string in_words(double seconds);

}  // namespace farfirst::bench
