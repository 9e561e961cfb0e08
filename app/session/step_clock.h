#pragma once
// Real time for what moves in fixed steps: how many are due with a frame, and where between two of them the picture is.

#include <cstdint>

namespace farfirst::app {

class StepClock {
 public:
  /// A frame that took longer than so many steps lets what moves fall behind, instead of taking ever longer.
  static constexpr std::uint32_t most_steps = 4;

  struct Due {
    std::uint32_t steps = 0;
    float part = 1;  // of the way from the step before to the last one, 0 .. 1
  };
  explicit StepClock(double step_seconds) : step_(step_seconds) {}

  /// So many seconds after the call before.
  Due advance(double seconds);
  /// What passes until the next call does not count.
  void stop() { seen_ = false; }
  /// The next frame; `now` in seconds, of any clock that goes on.
  Due at(double now);

 private:
  double step_;
  double behind_ = 0;  // seconds that no step has covered yet
  double last_ = 0;
  bool seen_ = false;  // `last_`
};

}  // namespace farfirst::app
