#include "frames.h"

#include <algorithm>

namespace farfirst::app {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

void Frames::add(std::size_t side, const FrameStats& report, const FrameIdentity& identity, bool disturbed) {
  Side& its = sides_[side];
  its.times.add(report, identity, disturbed);
  if (report.renderer != its.last.renderer) its.draw_steps.clear();
  if (!report.draw_steps.empty()) its.draw_steps = report.draw_steps;
  its.last = report;
}

/// A pause because nothing changed is no slow frame.
void Frames::count(double milliseconds) {
  const auto now = Clock::now();
  const auto pause = 250ms + 3 * std::chrono::duration<double, std::milli>(milliseconds);
  if (!drawn_at_.empty() && now - drawn_at_.back() > pause) drawn_at_.clear();
  drawn_at_.push_back(now);
  while (drawn_at_.size() > 2 && drawn_at_.back() - drawn_at_.front() > 1s) drawn_at_.pop_front();
}

double Frames::per_second() const {
  if (drawn_at_.size() < 2) return 0;
  const std::chrono::duration<double> span = drawn_at_.back() - drawn_at_.front();
  const double rate = static_cast<double>(drawn_at_.size() - 1) / span.count();
  const std::chrono::duration<double> silence = Clock::now() - drawn_at_.back();
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
