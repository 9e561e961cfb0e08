#pragma once
// Timers: a stopwatch, and the time of OpenGL commands.

#include <glad/gl.h>

#include <chrono>
#include <cstdint>
#include <optional>

#include "object/query.h"

namespace farfirst::app {

class Stopwatch {
 public:
  double milliseconds() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }
  /// Milliseconds since the start or the last lap.
  double lap() {
    const double result = milliseconds();
    start_ = std::chrono::steady_clock::now();
    return result;
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// How long the commands between begin and end take. On hardware it reads timestamps, which are known a few frames
/// later, and never waits. Timestamps of software renderers miss most of the work: with these, end() waits for the
/// commands and reads the clock. Nothing is lost by that, because showing or reading the picture waits as well.
class GlTimer {
 public:
  using Time = gl::GpuTimer::Time;

  explicit GlTimer(const GladGLContext& gl);
  /// `frame` comes back with the time.
  void begin(std::uint64_t frame);
  void end();
  /// The oldest known time that was not fetched yet. Never waits.
  std::optional<Time> take();
  /// The newest known one; forgets those before.
  std::optional<Time> take_newest();

 private:
  const GladGLContext& gl_;
  bool software_;
  Stopwatch stopwatch_;
  std::uint64_t frame_ = 0;
  std::optional<Time> measured_;  // by the clock
  gl::GpuTimer timer_;
};

}  // namespace farfirst::app
