#pragma once
// Saves and restores OpenGL's state around calls of the library, for renderers that do not set their own state anyway.

#include <farfirst/sort.h>

namespace farfirst {

/// Saves the state that calls leave at its defaults (farfirst/gl.h lists it), and restores it when it is destroyed. It
/// queries OpenGL, which can make a driver with threads of its own wait. Throws Error if OpenGL is not built.
class GlState {
  struct Parts;

 public:
  explicit GlState(Device& gl);
  GlState(const GlState&) = delete;
  GlState& operator=(const GlState&) = delete;
  ~GlState();

 private:
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst
