#pragma once
// Estimates from past measurements: the time left of a run, and sorts that would take too long.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace farfirst::bench {

/// Estimates seconds for amounts of work by a line through known times: a fixed part, and one in proportion to the
/// work.
class TimeForecast {
 public:
  void learn(double work, double seconds);
  /// Neither part is below zero. Returns 0 before any time is known.
  double seconds(double work) const;

 private:
  std::vector<std::pair<double, double>> known_;
};

/// Estimates the time of an entry from its times on fewer elements. If there are none on this input, its times on other
/// inputs count, and if there are none of this form, those of other forms: the slowest of them.
class SortForecast {
 public:
  void learn(const std::string& entry, const std::string& form, const std::string& input, std::size_t n,
             double seconds);

  struct Guess {
    double seconds = 0;
    std::size_t from = 0;  // the number of elements on whose time it is based
  };
  /// In proportion to n, or as steep as between the two largest known sizes, but at most with its square. Empty if no
  /// time of as many or fewer elements is known.
  std::optional<Guess> guess(const std::string& entry, const std::string& form, const std::string& input,
                             std::size_t n) const;

 private:
  using Inputs = std::map<std::string, std::map<std::size_t, double>>;  // by name and number of elements, to seconds
  std::map<std::string, std::map<std::string, Inputs>> known_;          // by entry and form
};

/// "45 s", "3 min 20 s", "2 h 05 min".
std::string in_words(double seconds);

}  // namespace farfirst::bench
