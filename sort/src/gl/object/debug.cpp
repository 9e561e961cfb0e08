#include "object/debug.h"

#include <farfirst/sort.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace farfirst::gl {

// The callback must not throw: its callers are C.
struct DebugLog::State {
  mutable std::mutex mutex;
  std::uint64_t faults = 0;
  std::uint64_t checked = 0;
  std::string first;  // first fault since the last check

  void add(std::string_view message) {
    if (message.find("OUT_OF_MEMORY") != std::string_view::npos) return;
    const std::lock_guard lock(mutex);
    if (faults++ == checked) first = message;
  }
};

namespace {

/// The registered listeners. A driver may report from a thread of its own, even after a listener has gone, so it knows
/// only a number.
class Listeners {
 public:
  std::uintptr_t add(DebugLog::State* state) {
    const std::lock_guard lock(mutex_);
    states_[++last_] = state;
    return last_;
  }
  void remove(std::uintptr_t number) {
    const std::lock_guard lock(mutex_);
    states_.erase(number);
  }
  void log_message(std::uintptr_t number, std::string_view message) {
    const std::lock_guard lock(mutex_);
    if (const auto found = states_.find(number); found != states_.end()) found->second->add(message);
  }

 private:
  std::mutex mutex_;
  std::map<std::uintptr_t, DebugLog::State*> states_;
  std::uintptr_t last_ = 0;
};

Listeners& listeners() {
  static auto* const all = new Listeners;  // never destroyed
  return *all;
}

void GLAD_API_PTR on_message(GLenum source, GLenum type, GLuint, GLenum, GLsizei length, const GLchar* message,
                             const void* number) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) return;
  const std::string_view text =
      length < 0 ? std::string_view(message) : std::string_view(message, static_cast<std::size_t>(length));
  try {
    listeners().log_message(reinterpret_cast<std::uintptr_t>(number), text);
  } catch (...) {  // out of memory for the message
  }
}

bool is_debug_context(const GladGLContext& gl) {
  GLint flags = 0;
  gl.GetIntegerv(GL_CONTEXT_FLAGS, &flags);
  return (flags & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
}

}  // namespace

DebugLog::DebugLog(const GladGLContext& gl)
    : gl_(&gl), state_(std::make_unique<State>()), number_(listeners().add(state_.get())) {
  gl.Enable(GL_DEBUG_OUTPUT);
  if (is_debug_context(gl))
    gl.Enable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  else
    gl.Disable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  gl.DebugMessageCallback(on_message, reinterpret_cast<const void*>(number_));
}

DebugLog::~DebugLog() {
  gl_->DebugMessageCallback(nullptr, nullptr);
  listeners().remove(number_);
}

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
