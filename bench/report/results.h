#pragma once
// What farfirst-bench wrote, read again: CSV files with comment lines at their head. bench/results/README.md says what
// stands in their columns. And whether two measurements of one thing differ.

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "table.h"

namespace farfirst::bench {

/// Times of one entry on one input, in milliseconds.
struct Result {
  std::string entry, form, input;
  std::size_t n = 0;
  double median = 0, p5 = 0, p95 = 0;
  double wall = 0;      // until the host knows; 0 in files that do not tell
  std::string drawn{};  // of frames: by which renderer, with how many samples, and whether culled
  double million_per_second() const { return static_cast<double>(n) / median / 1000; }
};

/// Time of the passes of one name within a sort.
struct PassResult {
  std::string entry, form, input;
  std::size_t n = 0;
  std::string pass;
  double median = 0;
  std::string drawn{};  // as in Result
};

struct Results {
  std::vector<std::string> about;  // the comments at the head, without "# "
  std::vector<Result> sorts;       // of a file of sorts
  std::vector<PassResult> passes;  // of a file of passes
};

/// Tells by the names of the columns which of the two the file is; columns that it does not know are passed over.
/// Throws BadResults.
Results read_results(std::istream& file, const std::string& name);
Results read_results(const std::filesystem::path& path);

// ---- Comparing

enum class Change { none, faster, slower };
struct Difference {
  Result before, after;
  double ratio = 1;  // of the medians, after to before
  Change change = Change::none;
};

/// Those that both have: same entry, form, input and n, drawn alike. A change is one when the medians differ by more
/// than `least` (0.02 is 2 %) and the ranges in which nine of ten times lie do not meet.
std::vector<Difference> differences(const std::vector<Result>& before, const std::vector<Result>& after, double least);

}  // namespace farfirst::bench
