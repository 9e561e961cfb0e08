// The schedule of the race: the budget is kept, every entry runs, and slow sorts run less often.

#include "compare/race_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace farfirst::app {
namespace {

/// Frames of 16 ms, in which runs have known costs.
class Course {
 public:
  Course(std::vector<double> costs, double budget) : costs_(std::move(costs)), budget_(budget) {
    for (std::size_t i = 0; i < costs_.size(); ++i) schedule.set(i, true);
    ran.resize(costs_.size());
  }

  void frames(int count) {
    for (int i = 0; i < count; ++i) frame();
  }
  double spent_in(std::size_t first, std::size_t last) const {
    double sum = 0;
    for (std::size_t i = first; i < last; ++i) sum += spent[i];
    return sum;
  }
  /// Frames between runs of one, the longest after `first`.
  std::size_t longest_wait(std::size_t runner, std::size_t first) const {
    std::size_t longest = 0, last = first;
    for (const std::size_t at : ran[runner])
      if (at >= first) longest = std::max(longest, at - std::exchange(last, at));
    return std::max(longest, spent.size() - last);
  }

  RaceSchedule schedule;
  std::vector<double> spent;                  // in each frame
  std::vector<std::vector<std::size_t>> ran;  // in which frames

 private:
  void frame() {
    schedule.deal(budget_, 16);
    double now = 0;
    while (true) {
      const auto next = schedule.next([&](std::size_t i) { return ran[i].empty() || ran[i].back() != spent.size(); });
      if (!next) break;
      const double expected = schedule.begin_turn(*next);
      ran[*next].push_back(spent.size());
      now += costs_[*next];
      schedule.settle(*next, expected, costs_[*next]);
    }
    spent.push_back(now);
  }

  std::vector<double> costs_;
  double budget_;
};

TEST(RaceSchedule, KeepsToItsBudgetOnTheAverage) {
  Course course({0.1, 0.3, 0.5, 1.5, 4, 8}, 0.8);
  course.frames(1250);  // 20 s
  EXPECT_LE(course.spent_in(250, 1250), 0.8 * 1000 + 8);
  for (std::size_t from = 250; from + 125 <= 1250; ++from)
    EXPECT_LE(course.spent_in(from, from + 125), 0.8 * 126 + 8) << "in any two seconds: " << from;
  EXPECT_GE(course.spent_in(250, 1250), 0.9 * 0.8 * 1000) << "it uses what it has";
}

TEST(RaceSchedule, EverybodyComesRoundInTimeIfTheBudgetHasRoomForThat) {
  const std::vector<double> costs = {0.1, 0.3, 0.5, 1.5, 4, 8, 12, 20};  // 46 ms; the budget of 1.5 s is 75 ms
  Course course(costs, 0.8);
  course.frames(1250);
  for (std::size_t i = 0; i < costs.size(); ++i) EXPECT_LE(course.longest_wait(i, 250), 125u) << costs[i];
}

TEST(RaceSchedule, SlowSortsRunLessOftenAndDelayNoOther) {
  const std::vector<double> costs = {0.2, 0.4, 1, 2, 900};
  Course course(costs, 0.8);
  course.frames(6000);
  for (std::size_t i = 0; i + 1 < costs.size(); ++i) EXPECT_LE(course.longest_wait(i, 3000), 125u) << costs[i];
  EXPECT_GE(course.ran[4].size(), 2u) << "but he runs";
  EXPECT_LE(course.spent_in(0, 6000), 0.8 * 6000 + 900);
}

TEST(RaceSchedule, WhoseCostIsNotKnownRunsWhenNothingIsOwedForAnother) {
  RaceSchedule schedule;
  for (std::size_t i = 0; i < 3; ++i) schedule.set(i, true);
  const auto anybody = [](std::size_t) { return true; };
  schedule.deal(1, 16);
  ASSERT_EQ(schedule.next(anybody), 0u);
  EXPECT_LT(schedule.begin_turn(0), 0);
  schedule.settle(0, -1, 500);  // it was made: no more is owed than for some frames
  EXPECT_EQ(schedule.next(anybody), std::nullopt);
  int frames = 0;
  for (; !schedule.next(anybody) && frames < 100; ++frames) schedule.deal(1, 16);
  EXPECT_GE(frames, 5);
  EXPECT_LE(frames, 20);
  EXPECT_EQ(schedule.next(anybody), 1u) << "before the one that is known, which has saved nothing";
}

TEST(RaceSchedule, ATurnOfSeveralRunsIsSavedForAsAWhole) {
  RaceSchedule schedule;
  schedule.set(0, true);
  schedule.settle(0, -1, 1);
  schedule.set_runs(0, 4);
  const auto anybody = [](std::size_t) { return true; };
  double dealt = 0;
  for (; !schedule.next(anybody); dealt += 0.5) schedule.deal(0.5, 16);
  EXPECT_GE(dealt, 4);
  EXPECT_EQ(schedule.begin_turn(0), 1) << "of each";
  EXPECT_EQ(schedule.next(anybody), std::nullopt);
}

TEST(RaceSchedule, WithoutTurnsThereIsNoBudget) {
  Course course({1, 1}, 0.5);
  course.frames(10);
  course.schedule.set(1, false);
  const std::size_t before = course.ran[1].size();
  course.frames(100);
  EXPECT_EQ(course.ran[1].size(), before);
  EXPECT_GE(course.ran[0].size(), 48u) << "all of it goes to the other";
}

}  // namespace
}  // namespace farfirst::app
