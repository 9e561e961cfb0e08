#include "step_clock.h"

#include <algorithm>
#include <cmath>

namespace farfirst::app {

StepClock::Due StepClock::advance(double seconds) {
  behind_ += std::max(seconds, 0.0);
  double due = std::floor(behind_ / step_);
  if (due > most_steps) {
    behind_ = most_steps * step_;
    due = most_steps;
  }
  behind_ = std::max(behind_ - due * step_, 0.0);
  return {static_cast<std::uint32_t>(due), static_cast<float>(std::min(behind_ / step_, 1.0))};
}

/// The first frame after a rest takes a step, so that motion is visible.
StepClock::Due StepClock::at(double now) {
  const double passed = seen_ ? now - last_ : step_;
  seen_ = true;
  last_ = now;
  return advance(passed);
}

}  // namespace farfirst::app
