#pragma once
// Measures the configurations of a search; see search.h.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "measure/arena.h"
#include "measure/row_file.h"
#include "search.h"

namespace farfirst::bench {

struct TuneSettings {
  std::string entry;                // with parameters that stay as they are
  std::vector<std::string> varied;  // "threads=64,128"; none: usual_search()
  std::vector<std::string> sizes = {"1M", "2M", "4M", "8M", "16M"};
  std::string distribution = "uniform";
  std::string form;      // empty: floats alone, as the papers sort, where the entry has that
  std::size_t most = 0;  // configurations; 0: all
  double minutes = 0;    // 0: no limit
  std::uint32_t seed = 1;
  TablePaths rows;
  Arena::Options arena;
  MeasureOptions measure{.repeat = 7, .warm_up_seconds = 0.1, .most_seconds = 0.5};
};

/// The best and the worst, so many of each, are reported and measured once more, pass by pass.
inline constexpr std::size_t reported_extremes = 5;

struct TunedSize {
  Search search;
  std::vector<double> as_it_is{};  // milliseconds of the entry without the varied, once with each batch
  std::map<std::string, std::vector<PassRow>> passes{};  // of the best and the worst, by entry_of()
};

struct TuneResult {
  std::string entry, input;
  Form form = Form::argsort;
  std::uint32_t seed = 0;
  std::vector<Varied> varied;
  std::size_t combinations = 0, wanted = 0;
  std::vector<TunedSize> sizes;       // ascending; those at which anything was tried
  std::vector<std::string> left_out;  // why configurations could not be made
  bool whole = true;                  // false: it was ended early
};

class Tuning {
 public:
  /// Throws Failure where the settings make no sense.
  explicit Tuning(const TuneSettings& settings);
  /// Throws Failure where a result is wrong, or nothing could be tried.
  TuneResult run();
  Arena& arena() noexcept { return arena_; }

 private:
  void make_inputs();
  bool out_of_time() const;
  void try_all();
  void try_batch(std::size_t size, std::span<const Configuration> batch);
  void trace_extremes(std::size_t size);
  std::vector<Row> measure(const Input& input, std::span<const Configuration> batch, bool passes);

  const TuneSettings& settings_;
  Choice entry_;
  Arena arena_;
  std::vector<Configuration> wanted_;
  std::vector<Input> inputs_;
  std::unique_ptr<RowFile> file_;
  TuneResult result_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace farfirst::bench
