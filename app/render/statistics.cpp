#include "statistics.h"

namespace farfirst::app {

std::vector<Measurement> measurements_of(const FrameStats& report) {
  std::vector<Measurement> result;
  for (std::size_t i = 0; i < stage_count; ++i) {
    const Stage& stage = stages()[i];
    if (report.*stage.time >= 0) result.push_back({i, report.*stage.time, report.*stage.frame});
  }
  return result;
}

const FrameLog::Entry& FrameLog::add(const FrameStats& report, const FrameIdentity& identity, bool disturbed) {
  const bool drew = report.elements > 0;
  const bool goes_on = !frames_.empty() && frames_.back().identity == identity;
  frames_.push_back({report.number, identity, drew && goes_on && !disturbed});
  if (frames_.size() > kept) frames_.pop_front();
  return frames_.back();
}

const FrameLog::Entry* FrameLog::find(std::uint64_t number) const {
  const auto found = std::ranges::find(frames_, number, &Entry::number);
  return found == frames_.end() ? nullptr : &*found;
}

}  // namespace farfirst::app
