#pragma once
// Measures the setups of papers: each once, and those on the same keys in turn.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "judge.h"
#include "measure/row_file.h"
#include "report/forecast.h"

namespace farfirst::bench {

struct PaperSettings {
  std::string model;  // source of a model's distances; empty: a sphere's points
  Arena::Options arena;
  MeasureOptions measure{.repeat = 7, .warm_up_seconds = 0.2, .most_seconds = 1};
  double slowest_seconds = 4;  // sorts that would take longer, estimated from smaller ones, are left out
  std::uint32_t largest = max_elements;
  std::uint32_t seed = 1;
  double minutes = 0;       // 0: no limit
  RowFile::Options rows{};  // where all measurements go, and, with `resume`, come from
};

class PaperMeasurements final : public Measured {
 public:
  explicit PaperMeasurements(const PaperSettings& settings) : settings_(settings) {}

  void need(const Paper& paper);
  /// Measures setups of claims first. Returns false if it ended early, because the user interrupted it or time was
  /// over; the results so far are kept. Throws Failure if a result is wrong, or the user's model cannot be read.
  bool run(Arena& arena);

  const Row* row(const Setup& setup) const override;
  std::string why_not(const Setup& setup) const override;

 private:
  struct Keys {  // in the sequence in which they are measured
    std::string input;
    std::uint32_t n = 0;
    Form form = Form::argsort;
    friend auto operator<=>(const Keys&, const Keys&) = default;
  };
  struct Cell {
    std::optional<Row> row;
    std::string why_not;
  };
  struct Group {
    std::map<std::string, Cell> cells;  // by entry
    bool of_passes = false;
    bool of_claims = false;
  };
  static Keys keys_of(const Setup& setup) { return {setup.input, setup.n, setup.form}; }
  void need(const Quantity& quantity, bool of_claim);
  void open_file(Arena& arena);
  void take_what_was_measured();
  void measure(Arena& arena, const Keys& keys, Group& group);
  std::vector<Row> measure_arrays(Arena& arena, const std::vector<Choice>& choices, const Keys& keys,
                                  MeasureOptions options);
  void open_devices(Arena& arena) const;
  void bring(Arena& arena, const Keys& keys, Cell& cell);
  std::vector<Choice> those_that_run(const Keys& keys, Group& group) const;

  const PaperSettings& settings_;
  std::map<Keys, Group> groups_;
  SortForecast forecast_;
  Input input_;  // the last keys, in any form
  Keys made_;
  std::optional<RowFile> file_;
};

}  // namespace farfirst::bench
