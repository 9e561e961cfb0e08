// See forecast.h.
#include "forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace farfirst::bench {

void TimeForecast::learn(double work, double seconds) { known_.emplace_back(work, seconds); }

/// Least squares. If one part would be negative, fits a line with the other part alone.
double TimeForecast::seconds(double work) const {
  if (known_.empty()) return 0;
  const auto n = static_cast<double>(known_.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [its, took] : known_) {
    x += its;
    y += took;
    xx += its * its;
    xy += its * took;
  }
  const double spread = n * xx - x * x;
  double slope = spread > 1e-9 * n * xx ? (n * xy - x * y) / spread : 0;
  double fixed = (y - slope * x) / n;
  if (slope < 0) {
    slope = 0;
    fixed = y / n;
  } else if (fixed < 0) {
    slope = xy / xx;
    fixed = 0;
  }
  return fixed + slope * work;
}

void SortForecast::learn(const std::string& entry, const std::string& form, const std::string& input, std::size_t n,
                         double seconds) {
  known_[entry][form][input][n] = seconds;
}

namespace {

std::optional<SortForecast::Guess> guess_from(const std::map<std::size_t, double>& sizes, std::size_t n) {
  const auto above = sizes.upper_bound(n);
  if (above == sizes.begin()) return {};
  const auto nearest = std::prev(above);
  const auto [size, seconds] = *nearest;
  double power = 1;
  if (nearest != sizes.begin() && seconds > 0) {
    const auto [less, sooner] = *std::prev(nearest);
    const double steps = std::log(static_cast<double>(size) / static_cast<double>(less));
    if (sooner > 0) power = std::clamp(std::log(seconds / sooner) / steps, 1.0, 2.0);
  }
  const double ratio = static_cast<double>(n) / static_cast<double>(size);
  return SortForecast::Guess{seconds * std::pow(ratio, power), size};
}

std::optional<SortForecast::Guess> slowest(const std::map<std::string, std::map<std::size_t, double>>& inputs,
                                           std::size_t n) {
  std::optional<SortForecast::Guess> slowest;
  for (const auto& [input, sizes] : inputs) {
    const auto guess = guess_from(sizes, n);
    if (guess && (!slowest || guess->seconds > slowest->seconds)) slowest = guess;
  }
  return slowest;
}

}  // namespace

std::optional<SortForecast::Guess> SortForecast::guess(const std::string& entry, const std::string& form,
                                                       const std::string& input, std::size_t n) const {
  const auto entry_known = known_.find(entry);
  if (entry_known == known_.end()) return {};
  const Inputs* inputs = nullptr;
  if (const auto same = entry_known->second.find(form); same != entry_known->second.end()) inputs = &same->second;
  if (inputs != nullptr) {
    const auto same = inputs->find(input);
    if (same != inputs->end()) {
      if (const auto guess = guess_from(same->second, n)) return guess;
    }
    if (const auto guess = slowest(*inputs, n)) return guess;
  }
  std::optional<Guess> guess;
  for (const auto& [other, its] : entry_known->second) {
    const auto here = slowest(its, n);
    if (here && (!guess || here->seconds > guess->seconds)) guess = here;
  }
  return guess;
}

std::string in_words(double seconds) {
  const auto whole = static_cast<long>(std::ceil(std::clamp(seconds, 0.0, 1e9)));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace farfirst::bench
