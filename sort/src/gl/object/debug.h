#pragma once
// The one channel for OpenGL's own messages (KHR_debug).

#include <cstdint>
#include <memory>

#include "object/object.h"

namespace farfirst::gl {

/// Listens to the context from construction to destruction. Errors and undefined behaviour are defects of Farfirst or
/// of the driver: check() throws them. Hints and notifications are dropped. Faults that the caller learns about anyway
/// are not counted: memory that ran out, shaders that do not compile. In a debug context a fault is known when the
/// command that made it returns; in others drivers may tell it later, from threads of their own.
class DebugLog {
 public:
  explicit DebugLog(const GladGLContext& gl);
  ~DebugLog();
  DebugLog(const DebugLog&) = delete;
  DebugLog& operator=(const DebugLog&) = delete;

  std::uint64_t faults() const;  // errors and undefined behaviour so far
  /// Throws Error with the first fault since the last check, if there was one.
  void check();

  struct State;  // what the callback writes to

 private:
  const GladGLContext* gl_;
  std::unique_ptr<State> state_;
  std::uintptr_t number_;  // that the driver knows it by
};

}  // namespace farfirst::gl
