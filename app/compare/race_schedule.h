#pragma once
// Who of several runs when, so that all of them together take no more than a share of the time. Each one is dealt its
// part of every frame's budget and saves it until it can pay for its next turn: who takes long waits long. Those that a
// round of all leaves time for get a part in proportion to their cost, so that all of them come round equally often;
// who costs more than that gets no larger part, and comes round less often. Several that have saved enough do not run
// at once: after each run, the budget of all pays for it before another may.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace farfirst::app {

class RaceSchedule {
 public:
  /// In this time, in milliseconds, all shall have had their turn, if the budget has room for that.
  explicit RaceSchedule(double round = 1500) : round_(round) {}

  /// Does it take turns? One that begins to is not known: it runs as soon as nothing is owed for another such.
  void set(std::size_t runner, bool takes_turns);
  bool takes_turns(std::size_t runner) const { return runner < runners_.size() && runners_[runner].takes_turns; }
  /// It is another one by now: what it costs is not known.
  void forget_cost(std::size_t runner);
  /// Of one run, in milliseconds; negative: not known.
  double cost(std::size_t runner) const { return runner < runners_.size() ? runners_[runner].cost : -1; }
  /// How many runs a turn of it takes.
  void set_runs(std::size_t runner, std::size_t runs);

  /// A frame that took `elapsed` milliseconds without them may take `budget` more.
  void deal(double budget, double elapsed);
  /// Whose turn it is, of those that can: of those that have saved enough, who has waited longest. Nobody, if nobody
  /// has.
  std::optional<std::size_t> next(const std::function<bool(std::size_t)>& can_run) const;
  /// Its turn begins. Returns what one run of it is expected to cost; negative: not known.
  double begin_turn(std::size_t runner);
  /// One run of it took so long, and not what was expected.
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
  double owed_ = 0;    // for runs whose cost was not known: nobody is dealt anything before
  double credit_ = 0;  // of all: a frame's budget at most, and nobody runs while there is none
  std::uint64_t turn_ = 0;
};

}  // namespace farfirst::app
