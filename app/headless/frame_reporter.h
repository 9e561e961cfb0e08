#pragma once
// Reports messages and faults of a run's frames on stderr, and ends the run at those that must not pass.

#include <cstdint>
#include <string>

#include "render/scene_renderer.h"

namespace farfirst::app {

class FrameReporter {
 public:
  /// With `must_check`, a check that cannot be made is a failure, as a wrong order is.
  explicit FrameReporter(bool must_check) : must_check_(must_check) {}

  /// Reports what is new. `number`: of the frame in the run. Throws Failure.
  void print_new(const FrameStats& report, std::uint32_t number);

 private:
  bool must_check_;
  std::string message_, trouble_;  // the last that were reported
};

}  // namespace farfirst::app
