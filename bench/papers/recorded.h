#pragma once
// Reads the files of farfirst-bench paper --rows, to judge papers without measuring again.

#include <filesystem>
#include <map>
#include <string>
#include <tuple>

#include "judge.h"
#include "report/results.h"

namespace farfirst::bench {

class RecordedMeasurements final : public Measured {
 public:
  /// Reads X.csv and, if it exists, X-passes.csv. Throws BadResults.
  explicit RecordedMeasurements(const std::filesystem::path& path);
  RecordedMeasurements(const Results& sorts, const Results& passes, std::string file);

  const Row* row(const Setup& setup) const override;
  std::string why_not(const Setup& setup) const override;
  const std::vector<std::string>& about() const noexcept { return about_; }

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::size_t>;
  std::string file_;
  std::vector<std::string> about_;
  std::map<Key, Row> rows_;
};

}  // namespace farfirst::bench
