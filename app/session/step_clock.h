#pragma once
// Real time for motion in fixed steps: how many are due with a frame, and the frame's place between two of them.

#include <cstdint>

namespace farfirst::app {

class StepClock {
 public:
  /// After a frame longer than this many steps, motion falls behind, so that frames do not grow ever longer.
  static constexpr std::uint32_t most_steps = 4;

  struct Due {
    std::uint32_t steps = 0;
    float part = 1;  // of the way from the step before to the last one, 0 .. 1
  };
  explicit StepClock(double step_seconds) : step_(step_seconds) {}

  /// This many seconds after the last call.
  Due advance(double seconds);
  /// The time until the next call does not count.
  void stop() { seen_ = false; }
  /// The next frame; `now` in seconds, of any monotonic clock.
  Due at(double now);

 private:
  double step_;
  double behind_ = 0;  // seconds that no step has covered yet
  double last_ = 0;
  bool seen_ = false;  // `last_`
};

}  // namespace farfirst::app
