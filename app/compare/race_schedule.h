#pragma once
// Schedules the runs of the race within a share of the time. Each entry gets its part
// of every frame's budget and saves it until it can pay for its next turn, so that slow sorts run less often. While a
// round fits the time for a round, shares are proportional to cost, so that all entries run equally often.
// An entry that costs more gets no larger share, and runs less often. Several that are ready do not run
// at once: after each run, the common budget pays for it before the next.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace farfirst::app {

class RaceSchedule {
 public:
  /// All entries should have a turn within this time, in milliseconds, if the budget allows.
  explicit RaceSchedule(double round = 1500) : round_(round) {}

  /// Does it take turns? The cost of a new one is unknown: it runs as soon as no other unknown run is owed for.
  void set(std::size_t runner, bool takes_turns);
  bool takes_turns(std::size_t runner) const { return runner < runners_.size() && runners_[runner].takes_turns; }
  /// Another sorter replaced it: its cost is unknown.
  void forget_cost(std::size_t runner);
  /// The cost of one run, in milliseconds; negative: unknown.
  double cost(std::size_t runner) const { return runner < runners_.size() ? runners_[runner].cost : -1; }
  /// The number of runs in its turn.
  void set_runs(std::size_t runner, std::size_t runs);

  /// A frame that took `elapsed` milliseconds without the race may take `budget` more.
  void deal(double budget, double elapsed);
  /// The next to run: of the entries that can pay for a turn, the one that has waited longest. None, if no entry
  /// can pay.
  std::optional<std::size_t> next(const std::function<bool(std::size_t)>& can_run) const;
  /// Begins its turn. Returns the expected cost of one run; negative: unknown.
  double begin_turn(std::size_t runner);
  /// One run took this long, instead of the expected time.
  void settle(std::size_t runner, double expected, double took);

 private:
  struct Runner {
    bool takes_turns = false;
    double cost = -1;
    double runs = 1;   // of a turn
    double saved = 0;  // milliseconds
    std::uint64_t last_turn = 0;
    double turn() const { return cost * runs; }
  };
  bool is_ripe(const Runner& runner) const;
  void spend(double milliseconds);
  double largest_part() const;
  Runner& at(std::size_t runner);

  const double round_;
  std::vector<Runner> runners_;
  double rate_ = 0;    // of the budget, per elapsed time
  double budget_ = 0;  // of the last frame
  double owed_ = 0;    // for runs whose cost was not known: shares stop until it is paid
  double credit_ = 0;  // of all: a frame's budget at most; nothing runs without it
  std::uint64_t turn_ = 0;
};

}  // namespace farfirst::app
