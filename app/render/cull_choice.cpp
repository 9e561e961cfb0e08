#include "cull_choice.h"

#include <algorithm>
#include <cmath>

#include "quantiles.h"

namespace farfirst::app {

namespace {

double median(const std::deque<double>& times) {
  return exact_quantile(std::vector<double>(times.begin(), times.end()), 0.5);
}

}  // namespace

CullChoice::Plan CullChoice::next(const Workload& workload, Motion motion, std::uint64_t frame, bool may_measure) {
  if (workload != workload_) {
    workload_ = workload;
    ways_ = {};
    outside_.reset();
    drawn_.clear();
  }
  const bool culled_before = !drawn_.empty() && drawn_.back().culled;
  if (motion == Motion::none) return {.cull = culled_before};
  Way& way = way_of(motion);
  if (may_measure) consider(way, frame);
  const bool cull = way.culls != (way.tries && may_measure);
  const bool goes_on = !drawn_.empty() && culled_before == cull;
  drawn_.push_back({frame, motion, cull, goes_on});
  constexpr std::size_t most = 32;  // more than any GPU is late
  if (drawn_.size() > most) drawn_.pop_front();
  const bool count = may_measure && !cull && frame >= counted_in_ + count_every;
  if (count) counted_in_ = frame;
  return {.cull = cull, .count = count};
}

void CullChoice::consider(Way& way, std::uint64_t frame) {
  const auto is_measured = [&](bool culled) { return way.times[culled ? 1 : 0].size() >= measured; };
  if (way.tries) {
    if (!is_measured(!way.culls)) return;
    way.tries = false;
    way.confirms = other_is_faster(way);
    if (way.confirms)
      way.times[way.culls ? 1 : 0].clear();
    else
      settle(way, frame);
  } else if (way.confirms) {
    if (!is_measured(way.culls)) return;
    way.confirms = false;
    if (other_is_faster(way)) way.culls = !way.culls;
    settle(way, frame);
  } else if (outside_ && *outside_ < least_outside) {
    way.culls = false;
  } else if (outside_ && is_trial_due(way, frame)) {
    way.tries = true;
    way.times[way.culls ? 0 : 1].clear();
  }
}

bool CullChoice::is_trial_due(const Way& way, std::uint64_t frame) const {
  if (way.times[way.culls ? 1 : 0].size() < measured) return false;
  if (!way.compared_at) return true;
  if (frame < way.compared_in + pause) return false;
  return std::abs(*outside_ - *way.compared_at) >= least_change || frame >= way.compared_in + compare_every;
}

bool CullChoice::other_is_faster(const Way& way) {
  const double now = median(way.times[way.culls ? 1 : 0]), other = median(way.times[way.culls ? 0 : 1]);
  return other < (1 - least_gain) * now;
}

void CullChoice::settle(Way& way, std::uint64_t frame) const {
  way.compared_at = outside_;
  way.compared_in = frame;
}

/// The first frame of a mode may make sorters, or an order for later frames: it does not count.
void CullChoice::add_time(std::uint64_t frame, double milliseconds) {
  const auto found = std::ranges::find(drawn_, frame, &Drawn::frame);
  if (found == drawn_.end() || !found->counts) return;
  Times& times = way_of(found->motion).times[found->culled ? 1 : 0];
  times.push_back(milliseconds);
  if (times.size() > measured) times.pop_front();
}

}  // namespace farfirst::app
