#include "suggest.h"

#include <algorithm>
#include <vector>

namespace farfirst::app {
namespace {

/// Letters to insert, remove or replace (Levenshtein), row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_match(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  constexpr std::size_t longest = 100;  // no typing error is longer; a file's bytes may be
  if (word.size() > longest) return best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    const bool something_is_left = distance < std::max(word.size(), candidate.size());
    if (distance < least && something_is_left) {
      least = distance;
      best = candidate;
    }
  }
  if (!best.empty() || word.size() < 3) return best;
  for (const std::string& candidate : candidates)  // "radix" for "cpu.lsd_radix"
    if (candidate.find(word) != std::string::npos) return candidate;
  return best;
}

}  // namespace farfirst::app
