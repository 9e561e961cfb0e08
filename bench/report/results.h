#pragma once
// Reads the CSV files of farfirst-bench, with comment lines at their head, and compares measurements.
// bench/results/README.md describes their columns.

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
  double wall = 0;      // until the host knows the result; 0 in files without it
  std::string drawn{};  // of frames: renderer, number of samples, and whether culled
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
  std::vector<Result> sorts;       // from a file of sorts
  std::vector<PassResult> passes;  // from a file of passes
};

/// The names of the columns decide which of the two the file is; unknown columns are skipped. Throws
/// BadResults.
Results read_results(std::istream& file, const std::string& name);
Results read_results(const std::filesystem::path& path);

// ---- Comparing

enum class Change { none, faster, slower };
struct Difference {
  Result before, after;
  double ratio = 1;  // of the medians, after to before
  Change change = Change::none;
};

/// Compares rows that both have: same entry, form, input and n, drawn alike. They differ if the medians differ by more
/// than `least` (0.02 is 2 %) and the ranges of nine times in ten do not overlap.
std::vector<Difference> differences(const std::vector<Result>& before, const std::vector<Result>& after, double least);

}  // namespace farfirst::bench
