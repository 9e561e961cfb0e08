#pragma once
// The log of OpenGL's own messages (KHR_debug).

#include <cstdint>
#include <memory>

#include "object/object.h"

namespace farfirst::gl {

/// Records the context's messages from construction to destruction. Errors and undefined behaviour are defects of
/// Farfirst or of the driver: check() throws them. Hints and notifications are dropped. Faults with a result of their
/// own are not counted: running out of memory, shaders that do not compile. In a debug context a fault is known when
/// its command returns; in others, drivers may report it later, from their own threads.
class DebugLog {
 public:
  explicit DebugLog(const GladGLContext& gl);
  ~DebugLog();
  DebugLog(const DebugLog&) = delete;
  DebugLog& operator=(const DebugLog&) = delete;

  std::uint64_t faults() const;  // errors and undefined behaviour so far
  /// Throws Error with the first fault since the last check, if there was one.
  void check();

  struct State;  // written by the callback

 private:
  const GladGLContext* gl_;
  std::unique_ptr<State> state_;
  std::uintptr_t number_;  // the driver's number for it
};

}  // namespace farfirst::gl
