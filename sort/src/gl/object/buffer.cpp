#include "object/buffer.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <string>

#include "object/context.h"

namespace farfirst::gl {

GLuint BufferKind::create(const GladGLContext& gl) {
  GLuint name = 0;
  gl.CreateBuffers(1, &name);
  return name;
}

void BufferKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteBuffers(1, &name); }

namespace {

/// Storage of size zero is an error in OpenGL, but an empty scene is not.
GLsizeiptr storage_bytes(std::size_t bytes) { return static_cast<GLsizeiptr>(std::max<std::size_t>(bytes, 4)); }

[[noreturn]] void throw_out_of_memory(std::size_t bytes) {
  throw OutOfMemory("OpenGL could not allocate a buffer of " + std::to_string(bytes) + " bytes");
}

}  // namespace

/// Checks the buffer's storage instead of the error flag, which may have been set by the caller and is the caller's.
Buffer::Buffer(const GladGLContext& gl, std::size_t bytes, const void* data, GLbitfield flags)
    : object_(gl), bytes_(bytes) {
  gl.NamedBufferStorage(object_.name(), storage_bytes(bytes), bytes == 0 ? nullptr : data, flags);
  GLint64 given = 0;
  gl.GetNamedBufferParameteri64v(object_.name(), GL_BUFFER_SIZE, &given);
  if (given != storage_bytes(bytes)) throw_out_of_memory(bytes);
}

/// On software renderers the memory is the host's own.
Buffer Buffer::mapped(const GladGLContext& gl, std::size_t bytes) {
  return mapped_for(gl, bytes, GL_MAP_WRITE_BIT | (is_software(gl) ? GL_MAP_READ_BIT : 0u));
}

Buffer Buffer::read_back(const GladGLContext& gl, std::size_t bytes) { return mapped_for(gl, bytes, GL_MAP_READ_BIT); }

Buffer Buffer::mapped_for(const GladGLContext& gl, std::size_t bytes, GLbitfield access) {
  access |= GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
  Buffer buffer(gl, bytes, nullptr, access);
  buffer.memory_ = static_cast<std::byte*>(gl.MapNamedBufferRange(buffer.name(), 0, storage_bytes(bytes), access));
  if (buffer.memory_ == nullptr) throw_out_of_memory(bytes);
  return buffer;
}

void write(const GladGLContext& gl, GLuint to, std::size_t offset, std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, to);
  gl.NamedBufferSubData(to, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  gl.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, 0);
}

}  // namespace farfirst::gl
