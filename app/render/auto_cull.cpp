#include "auto_cull.h"

namespace farfirst::app {

CullChoice::Plan AutoCull::begin(const OrderRequest& wanted, const CullView& view, std::string_view renderer,
                                 bool always, std::uint64_t frame) {
  if (wanted.n < CullChoice::least_elements && !cost_) return {};
  const CullChoice::Workload workload{.scene = wanted.scene,
                                      .renderer = std::string(renderer),
                                      .algorithm = wanted.algorithm,
                                      .are_triangles = wanted.are_triangles,
                                      .width = static_cast<int>(view.pixels.x),
                                      .height = static_cast<int>(view.pixels.y)};
  timer_.begin(frame);
  times_ = true;
  return choice_.next(workload, motion_to(wanted, view, always), frame, may_measure_);
}

/// The motion since the frame before.
CullChoice::Motion AutoCull::motion_to(const OrderRequest& wanted, const CullView& view, bool always) {
  const bool moved = always || before_ != wanted, turned = view_before_ != view;
  before_ = wanted;
  view_before_ = view;
  return moved ? CullChoice::Motion::moved : turned ? CullChoice::Motion::turned : CullChoice::Motion::none;
}

void AutoCull::end() {
  if (times_) timer_.end();
  times_ = false;
}

/// Frames that were drawn twice, to measure something else, do not count.
void AutoCull::take_times(const FrameStats& report) {
  while (const auto time = timer_.take()) {
    const double cost = cost_ ? cost_(report.wanted.cull.has_value()) : time->milliseconds;
    if (!report.measuring) choice_.add_time(time->tag, cost);
  }
}

}  // namespace farfirst::app
