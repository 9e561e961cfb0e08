#pragma once
// A search of an entry's parameters, as Cederman and Tsigas did for GPU-Quicksort (2009, section 5.3). It tries all
// combinations of some values. It finds the best and the worst, the effect of each parameter, and the rule that the
// best values follow as n grows.

#include <farfirst/sort.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace farfirst::bench {

/// opt(s, k, m) = 2^floor(log2(s k + m) + 0.5)
struct LinearRule {
  double k = 0;  // per element
  double m = 0;
  /// At least 1, even if the line is below it.
  std::uint64_t operator()(double s) const noexcept;
};

struct Best {
  double n = 0, value = 0;
};
/// Fits by least squares. With a single n, returns the mean, with k = 0. `points` must not be empty.
LinearRule fitted(std::span<const Best> points) noexcept;

/// A parameter and its values to try.
struct Varied {
  std::string name;
  std::vector<std::int64_t> values;  // ascending
};
/// The three parameters of cuda.quicksort that its authors searched.
std::vector<Varied> search_of_quicksort();
/// Reads "threads=64,128,256". Throws Failure.
Varied parse_varied(const Algorithm& algorithm, const std::string& text);

/// A value for each varied parameter.
using Configuration = std::vector<std::int64_t>;
/// All combinations, shuffled, so that a run that ends early has tried values of all kinds. Throws Failure if there are
/// more than 100,000.
std::vector<Configuration> configurations(std::span<const Varied> varied, std::uint32_t seed);
/// "cuda.quicksort:threads=64:max_sequences=256"
std::string entry_of(const std::string& entry, std::span<const Varied> varied, const Configuration& configuration);

struct Tried {
  Configuration configuration;
  double milliseconds = 0;
};
/// Ranks the fastest first; equally fast ones by their values.
std::vector<Tried> ranked(std::vector<Tried> tried);

/// The range of times with one value of a parameter, over all values of the others.
struct Effect {
  std::int64_t value = 0;
  double best = 0, mean = 0, worst = 0;
};
/// The effects of varied[which], for each of its values that was tried. `tried` must not be empty.
std::vector<Effect> effects(std::size_t which, std::span<const Tried> tried);

/// The results at one n.
struct Search {
  std::uint32_t n = 0;
  std::vector<Tried> tried;
};
/// A rule for each varied parameter, through the best values of each n. None for a parameter whose values are not three
/// powers of two or more: a rule yields only those.
using Rules = std::vector<std::optional<LinearRule>>;
Rules fitted_rules(std::span<const Varied> varied, std::span<const Search> searches);
/// The tried configuration that is nearest to the rules' values for n, as powers of two; the fastest of
/// these.
const Tried& nearest(const Rules& rules, const Search& search);

}  // namespace farfirst::bench
