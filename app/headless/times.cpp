#include "times.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/units.h"

namespace farfirst::app {

namespace {

/// Was this frame's order checked? (A wrong one ends the run.)
bool was_checked(const FrameStats& report) {
  return report.check_result.is_right() && (report.check_result.age == 0 || !report.sorted);
}

std::string csv_row(std::uint64_t frame, const FrameStats& report, bool counts) {
  std::string text =
      fmt::format("{},{},{},{},{},{},{},{},{}", frame, report.algorithm, report.renderer, report.samples,
                  report.elements, was_checked(report) ? "right" : "unchecked", report.order_age,
                  report.inversion_stats ? std::to_string(report.inversion_stats->inversions) : "",
                  report.inversion_stats ? fmt::format("{:.6f}", 100 * report.inversion_stats->depth()) : "");
  for (const Stage& stage : stages()) {
    const double time = report.*stage.time;
    text += time < 0 ? "," : fmt::format(",{:.6f}", time);
  }
  return text + (counts ? ",yes\n" : ",no\n");
}

std::string table_of(const StageStatistics<Quantiles>& statistics) {
  std::string text = fmt::format("  {:<12}{:>12}{:>12}\n", "", "median", "p95");
  for (std::size_t i = 0; i < stage_count; ++i) {
    const Quantiles& times = statistics[i];
    if (times.empty() && !stages()[i].always) continue;
    text += fmt::format("  {:<12}{:>12}{:>12}\n", stages()[i].name, milliseconds(times.median()),
                        milliseconds(times.p95()));
  }
  return text;
}

std::string table_of(const FrameStats& report) {
  std::string text = fmt::format("  {:<12}{:>12}\n", "", "time");
  for (const Stage& stage : stages()) {
    const double time = report.*stage.time;
    if (time >= 0 || stage.always) text += fmt::format("  {:<12}{:>12}\n", stage.name, milliseconds(time));
  }
  return text;
}

}  // namespace

std::string csv_heading() {
  std::string text = "frame,algorithm,renderer,samples,elements,order,age,inversions,wrong_depth_percent";
  for (const Stage& stage : stages()) text += fmt::format(",{}_ms", stage.name);
  return text + ",counts\n";
}

std::string RunTimes::add(const FrameStats& report, const FrameIdentity& identity) {
  const bool counts = log_.add(report, identity).counts;
  const std::uint64_t number = frames_++;
  sorts_ += report.sorted ? 1 : 0;
  oldest_ = std::max(oldest_, report.order_age);
  if (report.inversion_stats && report.inversion_stats->depth() >= most_wrong_.value_or(InversionStats{}).depth())
    most_wrong_ = report.inversion_stats;
  last_ = report;
  if (!counts && report.elements > 0) {
    ++first_frames_;
    slowest_first_ = std::max(slowest_first_, report.total);
  }
  for (const Measurement& measurement : measurements_of(report)) {
    const FrameLog::Entry* of = log_.find(measurement.frame);
    if (of != nullptr && of->counts) statistics_[of->identity][measurement.stage].add(measurement.milliseconds);
  }
  return csv_row(number, report, counts);
}

std::array<double, stage_count> RunTimes::medians() const {
  std::array<double, stage_count> times{};
  const bool none = statistics_.entries().empty();
  for (std::size_t i = 0; i < stage_count; ++i)
    times[i] = none ? last_.*stages()[i].time : statistics_.entries().front().second[i].median();
  return times;
}

std::string RunTimes::table() const {
  if (frames_ == 1 || statistics_.entries().empty()) return table_of(last_) + note();
  std::string text;
  for (auto entry = statistics_.entries().rbegin(); entry != statistics_.entries().rend(); ++entry) {  // as they came
    const auto& [identity, statistics] = *entry;
    if (statistics_.entries().size() > 1)
      text += fmt::format("\n  {} frames, {}\n", statistics.back().size(),
                          identity.algorithm.empty() ? "no sort" : "sort " + identity.algorithm);
    text += table_of(statistics);
  }
  return text + note();
}

std::string RunTimes::orders() const {
  std::string text = fmt::format("sorted in {} of {} frames, the oldest order was {} frame{} old", sorts_, frames_,
                                 oldest_, oldest_ == 1 ? "" : "s");
  if (most_wrong_)
    text += fmt::format(
        ", at most {:.3g} % of the neighbours in one were in the wrong sequence, all of them on the average by {:.3g} "
        "% "
        "of the depth",
        100 * most_wrong_->share(), 100 * most_wrong_->depth());
  return text;
}

std::string RunTimes::note() const {
  if (first_frames_ == 0) return {};
  if (frames_ == first_frames_)
    return "  A first frame compiles programs and takes memory. --warmup=1 draws one before it.\n";
  const std::string which = first_frames_ == 1 ? "1 first frame" : fmt::format("{} first frames", first_frames_);
  return fmt::format("  Left out: {} of {} ({}), which compiled programs and took memory.\n", which, frames_,
                     milliseconds(slowest_first_));
}

}  // namespace farfirst::app
