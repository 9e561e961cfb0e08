#include "timer.h"

#include <utility>

#include "object/context.h"

namespace farfirst::app {

GlTimer::GlTimer(const GladGLContext& gl) : gl_(gl), software_(gl::is_software(gl)) {
  if (!software_) timer_ = gl::GpuTimer(gl);
}

void GlTimer::begin(std::uint64_t frame) {
  frame_ = frame;
  stopwatch_ = {};
  if (!software_) timer_.begin(frame);
}

void GlTimer::end() {
  if (software_) {
    gl_.Finish();
    measured_ = Time{stopwatch_.milliseconds(), frame_};
  } else {
    timer_.end();
  }
}

std::optional<GlTimer::Time> GlTimer::take() {
  return software_ ? std::exchange(measured_, std::nullopt) : timer_.take();
}

std::optional<GlTimer::Time> GlTimer::take_newest() {
  std::optional<Time> newest;
  while (const auto time = take()) newest = time;
  return newest;
}

}  // namespace farfirst::app
