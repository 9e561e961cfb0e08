#include "history.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/options.h"
#include "order/resort.h"
#include "scene/units.h"

namespace farfirst::app {

void FrameHistory::add(const FrameStats& report, const FrameIdentity& identity, bool disturbed) {
  const std::string pending_mark = std::exchange(next_mark_, {});
  const bool fair = log_.add(report, identity, disturbed || !pending_mark.empty()).counts;
  if (report.elements == 0) {
    present_.reset();
    forget_newest();
    return;
  }
  const std::string mark = mark_for(identity);
  add_row(report, fair, pending_mark.empty() || mark.empty() ? pending_mark + mark : pending_mark + ", " + mark);
  if (fair) settled_ = identity;
  for (const Measurement& measurement : measurements_of(report)) take(measurement);
  take_passes(report);
}

/// Late times of a sort with another identity are ignored.
void FrameHistory::take_passes(const FrameStats& report) {
  const FrameLog::Entry* of = log_.find(report.order_of);
  if (!report.passes.empty() && of != nullptr && present_ == of->identity) passes_ = report.passes;
}

void FrameHistory::forget_newest() {
  now_ = filled(-1.0);
  passes_.clear();
}

/// Marks a switch. A change without a fair frame, such as a window being resized, gets no
/// mark.
std::string FrameHistory::mark_for(const FrameIdentity& identity) {
  if (present_ == identity) return {};
  present_ = identity;
  forget_newest();
  for (auto row = rows_.rbegin(); row != rows_.rend() && !row->fair; ++row) row->mark.clear();
  return settled_ ? change_between(*settled_, identity) : std::string();
}

void FrameHistory::add_row(const FrameStats& report, bool fair, const std::string& mark) {
  rows_.push_back({.frame = report.number, .fair = fair, .mark = mark});
  if (rows_.size() > length) rows_.pop_front();
}

void FrameHistory::take(const Measurement& measurement) {
  const FrameLog::Entry* of = log_.find(measurement.frame);
  if (of == nullptr) return;
  if (present_ == of->identity) now_[measurement.stage] = measurement.milliseconds;
  if (!of->counts) return;
  statistics_[of->identity][measurement.stage].add(measurement.milliseconds);
  const auto row = std::ranges::find(rows_, measurement.frame, &Row::frame);
  if (row != rows_.end()) row->times[measurement.stage] = static_cast<float>(measurement.milliseconds);
}

const SampleWindow& FrameHistory::series(std::size_t stage) const {
  static const SampleWindow none;
  const auto* stages = present_ ? statistics_.find(*present_) : nullptr;
  return stages == nullptr ? none : (*stages)[stage];
}

void FrameHistory::clear() {
  statistics_.clear();
  rows_.clear();
  forget_newest();
  settled_.reset();
}

std::optional<double> ratio_of(const FrameHistory& here, const FrameHistory& there, std::size_t stage) {
  const SampleWindow &a = here.series(stage), &b = there.series(stage);
  if (std::min(a.size(), b.size()) < FrameHistory::least_to_compare || a.median() <= 0) return std::nullopt;
  return b.median() / a.median();
}

namespace {

std::string parameters_text(const FrameIdentity& identity) {
  std::string text;
  for (const ParameterValue& parameter : identity.parameters)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, parameter.value);
  return text;
}

using Changes = std::vector<std::string>;

void add_sort_changes(const FrameIdentity& from, const FrameIdentity& to, Changes& changes) {
  if (from.draw_order != to.draw_order) changes.push_back(fmt::format("draw order {}", name_of(to.draw_order)));
  if (from.algorithm != to.algorithm) changes.push_back(to.algorithm.empty() ? "no sort" : "sort " + to.algorithm);
  if (to.algorithm.empty()) return;
  if (from.algorithm == to.algorithm && from.parameters != to.parameters) changes.push_back(parameters_text(to));
  if (from.algorithm.empty()) return;
  if (from.metric != to.metric) changes.push_back(fmt::format("metric {}", name_of(to.metric)));
  if (from.sort_point != to.sort_point && from.are_triangles == to.are_triangles)
    changes.push_back(fmt::format("sort point {}", name_of(to.sort_point)));
  if (from.precision != to.precision) changes.push_back("keys of " + text_of(to.precision));
  if (from.checked != to.checked) changes.emplace_back(to.checked ? "orders checked" : "orders not checked");
  if (from.culled != to.culled) changes.emplace_back(to.culled ? "culled" : "not culled");
  if (from.resort != to.resort) changes.push_back(fmt::format("sort again {}", name_of(to.resort)));
  if (from.cuda_devices != to.cuda_devices)
    changes.push_back(fmt::format("CUDA devices {}", fmt::join(to.cuda_devices, ", ")));
  if (from.interop != to.interop) changes.emplace_back(to.interop ? "shared buffers" : "staged copies");
}

void add_picture_changes(const FrameIdentity& from, const FrameIdentity& to, Changes& changes) {
  if (from.renderer != to.renderer) changes.push_back("renderer " + to.renderer);
  if (from.samples != to.samples)
    changes.push_back(fmt::format("{} sample{} a pixel", to.samples, to.samples == 1 ? "" : "s"));
  if (from.layers != to.layers && to.layers > 0) changes.push_back(counted(to.layers, "layer"));
  if (from.exact_by != to.exact_by) changes.push_back(fmt::format("fragments by {}", name_of(to.exact_by)));
  if (from.width != to.width || from.height != to.height)
    changes.push_back(fmt::format("{} x {} pixels", to.width, to.height));
  if (from.are_triangles == to.are_triangles) {
    if (from.shading != to.shading) changes.push_back(fmt::format("shading {}", name_of(to.shading)));
    if (from.point_size != to.point_size) changes.push_back(fmt::format("points of {:.3g} pixels", to.point_size));
  }
  if (from.raced != to.raced) changes.emplace_back(to.raced ? "a race beside it" : "no race beside it");
  if (from.file_colors != to.file_colors) changes.emplace_back(to.file_colors ? "colours of the file" : "one colour");
}

}  // namespace

std::string change_between(const FrameIdentity& from, const FrameIdentity& to) {
  Changes changes;
  if (from.scene != to.scene) changes.emplace_back("another scene");
  if (from.scene != to.scene || from.elements != to.elements || from.are_triangles != to.are_triangles)
    changes.push_back(with_thousands(to.elements) + (to.are_triangles ? " triangles" : " points"));
  add_sort_changes(from, to, changes);
  add_picture_changes(from, to, changes);
  return fmt::format("{}", fmt::join(changes, ", "));
}

void Frames::add(std::size_t side, const FrameStats& report, const FrameIdentity& identity, bool disturbed) {
  Side& its = sides_[side];
  its.times.add(report, identity, disturbed);
  if (report.renderer != its.last.renderer) its.draw_steps.clear();
  if (!report.draw_steps.empty()) its.draw_steps = report.draw_steps;
  its.last = report;
}

/// A pause because nothing changed is no slow frame.
void Frames::count(double milliseconds) {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  const auto pause = 250ms + 3 * std::chrono::duration<double, std::milli>(milliseconds);
  if (!drawn_at_.empty() && now - drawn_at_.back() > pause) drawn_at_.clear();
  drawn_at_.push_back(now);
  while (drawn_at_.size() > 2 && drawn_at_.back() - drawn_at_.front() > 1s) drawn_at_.pop_front();
}

double Frames::per_second() const {
  if (drawn_at_.size() < 2) return 0;
  const std::chrono::duration<double> span = drawn_at_.back() - drawn_at_.front();
  const double rate = static_cast<double>(drawn_at_.size() - 1) / span.count();
  const std::chrono::duration<double> silence = std::chrono::steady_clock::now() - drawn_at_.back();
  return silence.count() > std::max(0.5, 3 / rate) ? 0 : rate;
}

void Frames::mark_next(const std::string& what) {
  for (Side& side : sides_) side.times.mark_next(what);
}

void Frames::clear_times() {
  for (Side& side : sides_) {
    side.times.clear();
    side.draw_steps.clear();
  }
  drawn_at_.clear();
}

}  // namespace farfirst::app
