#pragma once
// Whether what a paper found is found here too, by rule: a claim holds if its quantity lies within its bounds; two
// times of a table, if the same competitor is ahead, by at least half the paper's factor. Where a claim does not hold,
// its reasons are measured as well: the first whose quantity lies where the reason wants it is reported; none: not
// examined.

#include <string>
#include <vector>

#include "papers.h"

namespace farfirst::bench {

/// What was measured.
class Measured {
 public:
  virtual ~Measured() = default;
  /// Null where it was not.
  virtual const Row* row(const Setup& setup) const = 0;
  /// A sentence, where it was not.
  virtual std::string why_not(const Setup& setup) const = 0;
};

enum class Finding { holds, does_not, not_measured };

struct CheckResult {
  Finding finding = Finding::not_measured;
  double ours = 0;               // the quantity
  std::vector<double> times{};   // of its setups, milliseconds
  std::string because{};         // why not measured, or why it does not hold
  std::string sentence() const;  // "holds", "does not, because ...", "not measured: ..."
};
CheckResult judge(const Claim& claim, const Measured& measured);

/// A cell of a table, and how it stands to the table's reference.
struct CheckedCell {
  bool measured = false;
  double milliseconds = 0;
  bool has_ratio = false;  // the paper gives both times, and both were measured
  double theirs = 0, ours = 0;
  Finding finding = Finding::not_measured;
  std::string because{};  // why not measured
};
CheckedCell judge(const PaperTable& table, const PaperTable::Line& line, std::size_t competitor,
                  const Measured& measured);

}  // namespace farfirst::bench
