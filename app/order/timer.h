#pragma once
// Times: a stopwatch, the last N of something, and how long OpenGL took to draw.

#include <glad/gl.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

/// The last `capacity` measurements of one stage.
class Series {
 public:
  explicit Series(std::size_t capacity = 240) : capacity_(capacity) {}

  /// Negative values mean "not measured" and are left out, as in FrameReport.
  void add(double value);
  void clear();

  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  double operator[](std::size_t i) const;  // 0 = the oldest
  double now() const;                      // the newest; -1 if empty, like the others
  double median() const { return quantile(0.5); }
  double p95() const { return quantile(0.95); }
  double maximum() const { return quantile(1.0); }
  /// The value at the nearest rank, ceil(q * size): always one that was measured, except that the median of an even
  /// number lies in the middle of two.
  double quantile(double q) const;

 private:
  std::size_t capacity_;
  std::size_t begin_ = 0;  // of the ring, once it is full
  std::vector<double> values_;
};

/// How long the commands between begin and end take. On hardware timestamps tell, a few frames late and without
/// waiting. Software renderers have none worth the name (they miss most of the work), so there end() waits for the
/// commands and the clock tells; nothing is lost by that, because showing or reading the picture waits as well.
class GlTimer {
 public:
  using Time = gl::GpuTimer::Time;

  explicit GlTimer(const GladGLContext& gl);
  /// `frame` comes back with the time.
  void begin(std::uint64_t frame);
  void end();
  /// The oldest time that is known and was not taken yet. Never waits.
  std::optional<Time> take();
  /// The newest; forgets those before.
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
