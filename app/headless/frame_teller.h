#pragma once
// What is told of the frames of a run as they come, and which of them end it.

#include <cstdint>
#include <string>

#include "render/scene_renderer.h"

namespace farfirst::app {

class FrameTeller {
 public:
  /// With `must_check`, a check that cannot be made is a failure, as a wrong order is.
  explicit FrameTeller(bool must_check) : must_check_(must_check) {}

  /// Says what is new. `number`: of the run. Throws Failure.
  void tell(const FrameStats& report, std::uint32_t number);

 private:
  bool must_check_;
  std::string message_, trouble_;  // that were said last
};

}  // namespace farfirst::app
