#pragma once
// Queries, and a GPU timer that never waits.

#include <array>
#include <cstdint>
#include <optional>

#include "object/object.h"

namespace farfirst::gl {

struct QueryKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl, GLenum target);
  static void destroy(const GladGLContext& gl, Name name);
};
using Query = Object<QueryKind>;

/// Time between two points of the command stream, by timestamps: timers may overlap. Results arrive a few frames late,
/// so each result has a tag. On a software renderer these queries mean little: see app/order/timer.h.
class GpuTimer {
 public:
  GpuTimer() = default;
  explicit GpuTimer(const GladGLContext& gl);
  struct Time {
    double milliseconds = 0;
    std::uint64_t tag = 0;
  };
  /// If the GPU is more than `depth` frames behind, nothing is timed.
  void begin(std::uint64_t tag = 0);
  void end();
  /// The oldest result not yet taken. Never waits.
  std::optional<Time> take();

 private:
  static constexpr std::uint32_t depth = 4;
  std::array<std::array<Query, 2>, depth> queries_;  // begin and end
  std::array<std::uint64_t, depth> tags_{};
  std::uint32_t begun_ = 0;
  std::uint32_t taken_ = 0;
  bool active_ = false;
};

}  // namespace farfirst::gl
