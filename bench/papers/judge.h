#pragma once
// Judges whether a paper's findings hold here, by rule. A claim holds if its quantity lies within its bounds. For two
// times of a table, the same competitor must be ahead, by at least half the paper's factor. If a claim does not hold,
// its reasons are measured as well, and the first whose quantity lies in the reason's range is reported. If there is
// none, the report says "not examined".

#include <string>
#include <vector>

#include "papers.h"

namespace farfirst::bench {

/// The measured rows.
class Measured {
 public:
  virtual ~Measured() = default;
  /// Null if it was not measured.
  virtual const Row* row(const Setup& setup) const = 0;
  /// The reason, if it was not measured.
  virtual std::string why_not(const Setup& setup) const = 0;
};

enum class Finding { holds, does_not, not_measured };

struct CheckResult {
  Finding finding = Finding::not_measured;
  double ours = 0;               // the quantity
  std::vector<double> times{};   // of its setups, milliseconds
  std::string because{};         // why it was not measured, or why it does not hold
  std::string sentence() const;  // "holds", "does not, because ...", "not measured: ..."
};
CheckResult judge(const Claim& claim, const Measured& measured);

/// A cell of a table, and its ratio to the table's reference.
struct CheckedCell {
  bool measured = false;
  double milliseconds = 0;
  bool has_ratio = false;  // the paper has both times, and both were measured
  double theirs = 0, ours = 0;
  Finding finding = Finding::not_measured;
  std::string because{};  // why it was not measured
};
CheckedCell judge(const PaperTable& table, const PaperTable::Line& line, std::size_t competitor,
                  const Measured& measured);

}  // namespace farfirst::bench
