#include "race_schedule.h"

#include <algorithm>
#include <limits>

namespace farfirst::app {

namespace {
constexpr double least_cost = 1e-3;
constexpr double most_saved = 2;     // turns: several may be ready at once, and one that waits keeps its share
constexpr double longest_wait = 16;  // frames: after a very long run, for the others
}  // namespace

RaceSchedule::Runner& RaceSchedule::at(std::size_t runner) {
  if (runner >= runners_.size()) runners_.resize(runner + 1);
  return runners_[runner];
}

void RaceSchedule::set(std::size_t runner, bool takes_turns) {
  Runner& its = at(runner);
  if (its.takes_turns != takes_turns) its = {.takes_turns = takes_turns};
}

void RaceSchedule::forget_cost(std::size_t runner) {
  Runner& its = at(runner);
  its.cost = -1;
  its.saved = 0;
}

void RaceSchedule::set_runs(std::size_t runner, std::size_t runs) { at(runner).runs = static_cast<double>(runs); }

/// The upper limit of a share, in units of cost: it keeps a round within its time.
double RaceSchedule::largest_part() const {
  std::vector<double> turns;
  for (const Runner& runner : runners_)
    if (runner.takes_turns && runner.cost >= 0) turns.push_back(runner.turn());
  std::ranges::sort(turns);
  double left = rate_ * round_;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double equal = left / static_cast<double>(turns.size() - i);
    if (turns[i] > equal) return equal;
    left -= turns[i];
  }
  return std::numeric_limits<double>::infinity();
}

void RaceSchedule::deal(double budget, double elapsed) {
  constexpr double weight = 0.05;
  if (elapsed > 0) rate_ = rate_ == 0 ? budget / elapsed : (1 - weight) * rate_ + weight * budget / elapsed;
  budget_ = budget;
  credit_ = std::min(credit_ + budget, budget);
  const double paid = std::min(owed_, budget);
  owed_ -= paid;
  const double largest = largest_part();
  double sum = 0;
  for (const Runner& runner : runners_)
    if (runner.takes_turns && runner.cost >= 0) sum += std::min(runner.turn(), largest);
  if (sum <= 0) return;
  for (Runner& runner : runners_) {
    if (!runner.takes_turns || runner.cost < 0) continue;
    runner.saved += (budget - paid) * std::min(runner.turn(), largest) / sum;
    runner.saved = std::min(runner.saved, most_saved * runner.turn());
  }
}

bool RaceSchedule::is_ripe(const Runner& runner) const {
  if (!runner.takes_turns) return false;
  return runner.cost < 0 ? owed_ <= 0 : runner.saved >= runner.turn() * (1 - 1e-9);
}

std::optional<std::size_t> RaceSchedule::next(const std::function<bool(std::size_t)>& can_run) const {
  std::optional<std::size_t> found;
  if (credit_ <= 0) return found;
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    if (!is_ripe(runners_[i]) || !can_run(i)) continue;
    if (!found || runners_[i].last_turn < runners_[*found].last_turn) found = i;
  }
  return found;
}

double RaceSchedule::begin_turn(std::size_t runner) {
  Runner& its = at(runner);
  its.last_turn = ++turn_;
  if (its.cost >= 0) {
    its.saved -= its.turn();
    spend(its.turn());
  }
  return its.cost;
}

void RaceSchedule::spend(double milliseconds) {
  credit_ = std::clamp(credit_ - milliseconds, -longest_wait * budget_, budget_);
}

/// All pay for a run of unknown cost before any gets a share, but for a few frames at most: making a
/// sorter takes many times as long as its runs.
void RaceSchedule::settle(std::size_t runner, double expected, double took) {
  constexpr double most_owed = 10;  // frames
  Runner& its = at(runner);
  if (!its.takes_turns) return;
  if (expected < 0) {
    owed_ += std::min(took, most_owed * budget_);
  } else {
    its.saved -= took - expected;
  }
  spend(took - std::max(expected, 0.0));
  its.cost = std::max(its.cost < 0 ? took : 0.5 * (its.cost + took), least_cost);
}

}  // namespace farfirst::app
