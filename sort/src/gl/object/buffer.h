#pragma once
// Buffer objects with immutable storage.

#include <cstddef>
#include <span>

#include "object/object.h"

namespace farfirst::gl {

struct BufferKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl);
  static void destroy(const GladGLContext& gl, Name name);
};

class Buffer {
 public:
  Buffer() = default;
  /// `flags` as for glBufferStorage. Throws OutOfMemory.
  Buffer(const GladGLContext& gl, std::size_t bytes, const void* data = nullptr, GLbitfield flags = 0);
  /// Mapped for writing until it is deleted, on software renderers for reading too; later commands see the writes.
  static Buffer mapped(const GladGLContext& gl, std::size_t bytes);
  /// Mapped for reading from now until it is deleted: the writes of commands are visible once a fence after them has
  /// signalled.
  static Buffer read_back(const GladGLContext& gl, std::size_t bytes);

  GLuint name() const noexcept { return object_.name(); }
  std::size_t bytes() const noexcept { return bytes_; }
  std::byte* memory() const noexcept { return memory_; }  // null unless mapped
  explicit operator bool() const noexcept { return static_cast<bool>(object_); }

 private:
  static Buffer mapped_for(const GladGLContext& gl, std::size_t bytes, GLbitfield access);
  Object<BufferKind> object_;
  std::size_t bytes_ = 0;
  std::byte* memory_ = nullptr;
};

/// Writes to a buffer with GL_DYNAMIC_STORAGE_BIT, after earlier commands have read it, as glNamedBufferSubData
/// promises. NVIDIA's driver (580) breaks that promise for storage blocks. It writes at once, before commands that the
/// GPU has not begun, unless the buffer is bound as a block meanwhile. So this binds it as block 0, and leaves that
/// empty. It makes no difference for uniform blocks and vertices.
void write(const GladGLContext& gl, GLuint to, std::size_t offset, std::span<const std::byte> bytes);
inline void write(const GladGLContext& gl, const Buffer& to, std::size_t offset, std::span<const std::byte> bytes) {
  write(gl, to.name(), offset, bytes);
}

}  // namespace farfirst::gl
