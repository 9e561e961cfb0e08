#include "object/buffer.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>

namespace farfirst::gl {

GLuint BufferKind::create(const GladGLContext& gl) {
  GLuint name = 0;
  gl.CreateBuffers(1, &name);
  return name;
}

void BufferKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteBuffers(1, &name); }

namespace {
[[noreturn]] void throw_out_of_memory(std::size_t bytes) {
  throw OutOfMemory("OpenGL could not allocate a buffer of " + std::to_string(bytes) + " bytes");
}
}  // namespace

Buffer::Buffer(const GladGLContext& gl, std::size_t bytes, const void* data, GLbitfield flags)
    : object_(gl), bytes_(bytes) {
  while (gl.GetError() != GL_NO_ERROR) {  // earlier errors are not about this buffer; KHR_debug has reported them
  }
  // Storage of size zero is an error in OpenGL, but an empty scene is not.
  gl.NamedBufferStorage(object_.name(), static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 4)),
                        bytes == 0 ? nullptr : data, flags);
  if (gl.GetError() != GL_NO_ERROR) throw_out_of_memory(bytes);
}

Buffer Buffer::mapped(const GladGLContext& gl, std::size_t bytes) { return mapped_for(gl, bytes, GL_MAP_WRITE_BIT); }

Buffer Buffer::read_back(const GladGLContext& gl, std::size_t bytes) { return mapped_for(gl, bytes, GL_MAP_READ_BIT); }

Buffer Buffer::mapped_for(const GladGLContext& gl, std::size_t bytes, GLbitfield access) {
  access |= GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  Buffer buffer(gl, bytes, nullptr, access);
  const auto length = static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 4));
  buffer.memory_ = static_cast<std::byte*>(gl.MapNamedBufferRange(buffer.name(), 0, length, access));
  if (buffer.memory_ == nullptr) throw_out_of_memory(bytes);
  return buffer;
}

}  // namespace farfirst::gl
