#include "race_times.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace farfirst::app {

void RaceTimes::add(const RaceResult& result, RaceCase what, std::uint64_t frame, double now, bool counts) {
  scratch = result.scratch;
  state = result.state;
  remembers = result.remembers;
  if (result.checked) {
    newest_is_right = result.check.ok();
    ++(newest_is_right ? right : wrong);
    if (!newest_is_right) last_wrong = result.check.sentence();
  }
  if (counts && result.total >= 0) add_times(result, what, frame, now);
}

void RaceTimes::add_times(const RaceResult& result, RaceCase what, std::uint64_t frame, double now) {
  total[static_cast<std::size_t>(what)].add(result.total);
  measured = now;
  if (what != RaceCase::steady) return;
  const RaceStages stages = stages_of(result.timings);
  distance.add(stages.distance);
  sort.add(stages.sort);
  order.add(stages.order);
  passes = result.timings.passes;
  recent.push_back({frame, static_cast<float>(result.total)});
  while (recent.front().frame + length <= frame) recent.pop_front();
}

RaceStages stages_of(const SortTimings& timings) {
  constexpr std::array<std::string_view, 4> last = {"unpack", "copy the order", "gather ids", "reverse"};
  RaceStages stages{.distance = timings.distance, .sort = timings.sort, .order = -1};
  for (const PassTime& pass : timings.passes) {
    if (pass.gpu != 0 || std::ranges::find(last, pass.name) == last.end()) continue;
    stages.order = std::max(stages.order, 0.0) + pass.milliseconds;
    stages.sort -= pass.milliseconds;
  }
  return stages;
}

}  // namespace farfirst::app
