// Real time for fixed steps, without a window.

#include "session/step_clock.h"

#include <gtest/gtest.h>

namespace farfirst::app::test {
namespace {

constexpr double step = 1.0 / 60;

TEST(StepClock, TakesAsManyStepsAsTimePasses) {
  for (const double frames_a_second : {24.0, 60.0, 75.0, 144.0, 500.0}) {
    StepClock clock(step);
    const double from = 1000;
    std::uint32_t steps = 0;
    double shown = 0;
    for (int frame = 0; frame <= 10 * frames_a_second; ++frame) {
      const StepClock::Due due = clock.at(from + frame / frames_a_second);
      steps += due.steps;
      const double now = static_cast<double>(steps) + static_cast<double>(due.part);
      EXPECT_GE(due.part, 0);
      EXPECT_LE(due.part, 1);
      if (frame > 0) {
        EXPECT_NEAR(now - shown, 60 / frames_a_second, 1e-3) << "every frame goes equally far";
      }
      shown = now;
    }
    EXPECT_NEAR(shown, 601, 0.1) << frames_a_second;  // one with the first frame
  }
}

TEST(StepClock, FallsBehindWhereFramesAreSlow) {
  StepClock clock(step);
  clock.at(0);
  const StepClock::Due due = clock.at(3);
  EXPECT_EQ(due.steps, StepClock::most_steps);
  EXPECT_LE(clock.at(3 + 0.5 * step).steps, 1u) << "skipped steps are not made up for";
}

TEST(StepClock, ARestDoesNotCount) {
  StepClock clock(step);
  clock.at(0);
  clock.stop();
  EXPECT_LE(clock.at(100).steps, 1u);
  StepClock backwards(step);
  backwards.at(5);
  EXPECT_EQ(backwards.at(4).steps, 0u) << "a clock that is set back";
}

}  // namespace
}  // namespace farfirst::app::test
