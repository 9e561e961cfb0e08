#pragma once
// One persistently mapped buffer in three slots: the CPU writes one while the GPU may still read the others.

#include <array>
#include <cstddef>

#include "object/buffer.h"
#include "object/fence.h"

namespace farfirst::app {

class MappedRing {
 public:
  static constexpr int slots = 3;

  MappedRing() = default;
  MappedRing(const GladGLContext& gl, std::size_t slot_bytes)
      : slot_bytes_((slot_bytes + 255) / 256 * 256), buffer_(gl::Buffer::mapped(gl, slots * slot_bytes_)) {}

  GLuint buffer() const { return buffer_.name(); }
  std::size_t slot_bytes() const { return slot_bytes_; }
  std::size_t bytes() const { return buffer_.bytes(); }
  std::size_t offset(int slot) const { return static_cast<std::size_t>(slot) * slot_bytes_; }
  std::byte* memory(int slot) const { return buffer_.memory() + offset(slot); }

  /// Commands that read the slot have been enqueued.
  void fence(const GladGLContext& gl, int slot) { fences_[static_cast<std::size_t>(slot)] = gl::Fence(gl); }
  /// Has the GPU read it? Never waits.
  bool is_read(int slot) const { return fences_[static_cast<std::size_t>(slot)].signalled(); }
  void wait(int slot) const { fences_[static_cast<std::size_t>(slot)].wait(); }

 private:
  std::size_t slot_bytes_ = 0;
  gl::Buffer buffer_;
  std::array<gl::Fence, slots> fences_;
};

}  // namespace farfirst::app
