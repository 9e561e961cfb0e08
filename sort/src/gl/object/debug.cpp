#include "object/debug.h"

#include <farfirst/sort.h>

#include <mutex>
#include <string>
#include <string_view>

namespace farfirst::gl {

// The callback must not throw: its callers are C.
struct DebugLog::State {
  mutable std::mutex mutex;
  std::uint64_t faults = 0;
  std::uint64_t checked = 0;
  std::string first;  // fault since the last check

  void add(std::string_view message) {
    if (message.find("OUT_OF_MEMORY") != std::string_view::npos) return;
    const std::lock_guard lock(mutex);
    if (faults++ == checked) first = message;
  }
};

namespace {
void GLAD_API_PTR on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* message,
                             const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
  const std::string_view text =
      length < 0 ? std::string_view(message) : std::string_view(message, static_cast<std::size_t>(length));
  try {
    static_cast<DebugLog::State*>(const_cast<void*>(user))->add(text);
  } catch (...) {  // no memory for the message
  }
}
}  // namespace

DebugLog::DebugLog(const GladGLContext& gl) : gl_(&gl), state_(std::make_unique<State>()) {
  gl.Enable(GL_DEBUG_OUTPUT);
  // Otherwise drivers report from threads of their own, at any time: also after this object has gone.
  gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  gl.DebugMessageCallback(on_message, state_.get());
}

DebugLog::~DebugLog() { gl_->DebugMessageCallback(nullptr, nullptr); }

std::uint64_t DebugLog::faults() const {
  const std::lock_guard lock(state_->mutex);
  return state_->faults;
}

void DebugLog::check() {
  const std::lock_guard lock(state_->mutex);
  if (state_->faults == state_->checked) return;
  state_->checked = state_->faults;
  throw Error("OpenGL reported an error: " + state_->first);
}

}  // namespace farfirst::gl
