// See entries.h.
#include "entries.h"

#include <fmt/core.h>

#include <algorithm>

#include "tune/fit.h"

namespace farfirst::bench::entries {

namespace {

std::string by_rules(std::uint32_t n, const LinearRule& threads, const LinearRule& sequences, const LinearRule& least,
                     int synchronisation) {
  constexpr std::uint64_t most_threads = 512;  // of a block, on the GPUs of 2008
  return fmt::format(
      "cuda.quicksort:threads={}:max_sequences={}:min_size={}:"
      "synchronisation={}:passes=2:stop=1",
      std::min(threads(n), most_threads), sequences(n), least(n), synchronisation);
}

}  // namespace

std::string with(std::string entry, const std::string& theirs, const std::string& other) {
  return entry.replace(entry.find(theirs), theirs.size(), other);
}

std::string quick_8800(std::uint32_t n) {
  return by_rules(n, {0.00001172, 53}, {0.00003748, 476}, {0.00004685, 211}, 1);
}
std::string quick_8600(std::uint32_t n) { return by_rules(n, {0, 64}, {0.00009516, 203}, {0.00003216, 203}, 0); }
std::string quick_of_survey(std::uint32_t n) {
  std::string entry = quick_8600(n);
  const std::size_t begin = entry.find(":min_size="), end = entry.find(':', begin + 1);
  return entry.replace(begin, end - begin, ":min_size=1023");
}

}  // namespace farfirst::bench::entries
