#pragma once
// Colours of particles in the light, which the host has found (self_shadows.h), in OpenGL's memory.

#include <glad/gl.h>

#include "elements.h"
#include "object/buffer.h"

namespace farfirst::app {

class LitColors {
 public:
  /// The array to draw in place of the particles' own.
  VertexArrayView upload(const GladGLContext& gl, const HostArrays& arrays) {
    const auto bytes = arrays.colors.size_bytes();
    if (buffer_.bytes() != bytes) {
      buffer_ = gl::Buffer(gl, bytes, nullptr, GL_DYNAMIC_STORAGE_BIT);
      number_ = 0;
    }
    if (number_ != arrays.lit) gl::write(gl, buffer_, 0, std::as_bytes(arrays.colors));
    number_ = arrays.lit;
    return {.array = ElementArray::color, .buffer = buffer_.name(), .bytes = buffer_.bytes(), .words = 1};
  }
  std::size_t bytes() const { return buffer_.bytes(); }

 private:
  gl::Buffer buffer_;
  std::uint64_t number_ = 0;
};

}  // namespace farfirst::app
