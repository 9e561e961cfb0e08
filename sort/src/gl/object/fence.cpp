#include "object/fence.h"

#include <farfirst/sort.h>

namespace farfirst::gl {

GLsync FenceKind::create(const GladGLContext& gl) { return gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }

void FenceKind::destroy(const GladGLContext& gl, GLsync name) { gl.DeleteSync(name); }

bool Fence::reached(GLbitfield flags, std::uint64_t nanoseconds) const {
  const GLenum status = object_.gl().ClientWaitSync(object_.name(), flags, nanoseconds);
  if (status == GL_WAIT_FAILED) throw Error("OpenGL failed while waiting for the GPU: the context was probably lost");
  return status != GL_TIMEOUT_EXPIRED;
}

// The flush submits the fence; without it, the fence might never signal.
bool Fence::signalled() const { return !object_ || reached(GL_SYNC_FLUSH_COMMANDS_BIT, 0); }

void Fence::wait() const {
  if (!object_) return;
  while (!reached(GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000)) {}
}

}  // namespace farfirst::gl
