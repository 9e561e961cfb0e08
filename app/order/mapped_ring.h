#pragma once
// A persistently mapped buffer in three slots: the CPU writes one while the GPU may still read the others. On
// hardware that buffer is in the host's memory. Commands that read a slot repeatedly therefore read a copy in
// the GPU's memory.

#include <array>
#include <cstddef>

#include "object/buffer.h"
#include "object/context.h"
#include "object/fence.h"

namespace farfirst::app {

class MappedRing {
 public:
  static constexpr int slots = 3;

  MappedRing() = default;
  MappedRing(const GladGLContext& gl, std::size_t slot_bytes)
      : slot_bytes_((slot_bytes + 255) / 256 * 256), buffer_(gl::Buffer::mapped(gl, slots * slot_bytes_)) {
    if (!gl::is_software(gl)) copy_ = gl::Buffer(gl, slot_bytes_);
  }

  std::size_t slot_bytes() const { return slot_bytes_; }
  std::size_t bytes() const { return buffer_.bytes() + copy_.bytes(); }
  std::byte* memory(int slot) const { return buffer_.memory() + begin(slot); }

  /// Do commands read a copy?
  bool copies() const { return static_cast<bool>(copy_); }
  /// The place where commands read the slot; a copy holds what was last brought there.
  GLuint buffer() const { return copy_ ? copy_.name() : buffer_.name(); }
  std::size_t offset(int slot) const { return copy_ ? 0 : begin(slot); }
  /// This much of the slot was written, and is read from now on.
  void bring(const GladGLContext& gl, int slot, std::size_t bytes) {
    if (!copy_ || bytes == 0) return;
    gl.CopyNamedBufferSubData(buffer_.name(), copy_.name(), static_cast<GLintptr>(begin(slot)), 0,
                              static_cast<GLsizeiptr>(bytes));
    fences_[static_cast<std::size_t>(slot)] = gl::Fence(gl);
  }

  /// Commands that read the slot have been enqueued.
  void fence(const GladGLContext& gl, int slot) {
    if (!copy_) fences_[static_cast<std::size_t>(slot)] = gl::Fence(gl);
  }
  /// Has the GPU read it? Never waits.
  bool is_read(int slot) const { return fences_[static_cast<std::size_t>(slot)].signalled(); }
  void wait(int slot) const { fences_[static_cast<std::size_t>(slot)].wait(); }

 private:
  std::size_t begin(int slot) const { return static_cast<std::size_t>(slot) * slot_bytes_; }

  std::size_t slot_bytes_ = 0;
  gl::Buffer buffer_;
  gl::Buffer copy_;
  std::array<gl::Fence, slots> fences_;
};

}  // namespace farfirst::app
