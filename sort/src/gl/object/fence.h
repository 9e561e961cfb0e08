#pragma once
// Fences: has the GPU reached this point?

#include <cstdint>

#include "object/object.h"

namespace farfirst::gl {

struct FenceKind {
  using Name = GLsync;
  static Name create(const GladGLContext& gl);
  static void destroy(const GladGLContext& gl, Name name);
};

/// Signals when everything enqueued before it is done. An empty one counts as signalled.
class Fence {
 public:
  Fence() = default;
  explicit Fence(const GladGLContext& gl) : object_(gl) {}
  bool signalled() const;  // never waits
  void wait() const;       // throws Error if the context is lost
  explicit operator bool() const noexcept { return static_cast<bool>(object_); }

 private:
  bool reached(GLbitfield flags, std::uint64_t nanoseconds) const;
  Object<FenceKind> object_;
};

}  // namespace farfirst::gl
