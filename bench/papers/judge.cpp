// See judge.h.
#include "judge.h"

#include <fmt/format.h>

#include <cmath>

#include "report/markdown.h"

namespace farfirst::bench {

namespace {

struct Value {
  bool measured = false;
  double value = 0;
  std::vector<const Row*> rows;
  std::string why_not;
};

Value value_of(const Quantity& quantity, const Measured& measured) {
  Value value;
  for (const Setup& setup : quantity.setups) {
    value.rows.push_back(measured.row(setup));
    if (value.rows.back() == nullptr) {
      value.why_not = measured.why_not(setup);
      return value;
    }
    if (quantity.of_passes && value.rows.back()->passes.empty()) {
      value.why_not = fmt::format("the passes of {} on {} {} were not traced", setup.entry, setup.n, setup.input);
      return value;
    }
  }
  value.value = quantity.value(value.rows);
  value.measured = std::isfinite(value.value);
  if (!value.measured) value.why_not = "the passes that it needs took no time";
  return value;
}

std::string reason_for(const Claim& claim, const Measured& measured) {
  for (const Reason& reason : claim.reasons) {
    const Value value = value_of(reason.quantity, measured);
    if (value.measured && reason.bounds.hold(value.value))
      return fmt::format(fmt::runtime(reason.text), number(value.value));
  }
  return {};
}

}  // namespace

std::string CheckResult::sentence() const {
  if (finding == Finding::holds) return "holds";
  if (finding == Finding::not_measured) return "not measured: " + because;
  return because.empty() ? "does not, why was not examined" : "does not, because " + because;
}

CheckResult judge(const Claim& claim, const Measured& measured) {
  if (claim.quantity.setups.empty()) return {.because = claim.impossible};
  const Value value = value_of(claim.quantity, measured);
  if (!value.measured) return {.because = value.why_not};
  CheckResult result{.ours = value.value};
  for (const Row* row : value.rows) result.times.push_back(row->time.median);
  result.finding = claim.bounds.hold(value.value) ? Finding::holds : Finding::does_not;
  if (result.finding == Finding::does_not) result.because = reason_for(claim, measured);
  return result;
}

CheckedCell judge(const PaperTable& table, const PaperTable::Line& line, std::size_t competitor,
                  const Measured& measured) {
  const Cell& cell = line.cells[competitor];
  const Value value = value_of(cell.milliseconds, measured);
  if (!value.measured) return {.because = value.why_not};
  CheckedCell judged{.measured = true, .milliseconds = value.value};
  const auto reference = static_cast<std::size_t>(table.reference);
  if (table.reference < 0 || competitor == reference || cell.theirs <= 0) return judged;
  const Value other = value_of(line.cells[reference].milliseconds, measured);
  if (!other.measured) return judged;
  judged.has_ratio = true;
  judged.theirs = cell.theirs / line.cells[reference].theirs;
  judged.ours = value.value / other.value;
  const bool holds = bounds_of_ratio(judged.theirs).hold(judged.ours);
  judged.finding = holds ? Finding::holds : Finding::does_not;
  return judged;
}

}  // namespace farfirst::bench
