#pragma once
// The target of a renderer: premultiplied colour in linear light, half floats unless another format is named.

#include <cstddef>

#include "object/framebuffer.h"
#include "object/program.h"
#include "object/texture.h"
#include "pass_choice.h"

namespace farfirst::app {

class ColorTarget {
 public:
  explicit ColorTarget(const GladGLContext& gl, GLenum format = GL_RGBA16F) : gl_(gl), format_(format), choice_(gl) {}

  /// Sets the size; a change loses the content.
  void resize(int width, int height);
  /// Lets clear() choose the faster pass. For half floats only. Throws Error, and then changes nothing.
  void clear_by(const gl::ShaderLibrary& library);
  /// Clears to nothing. Leaves the framebuffer bound, with a viewport of all of it.
  void clear() const;
  /// Likewise, within the scissor.
  void clear_in_scissor() const;

  int width() const { return color_.width(); }
  int height() const { return color_.height(); }
  GLuint texture() const { return color_.name(); }
  GLuint framebuffer() const { return framebuffer_.name(); }
  std::size_t gpu_bytes() const {
    return bytes_per_pixel() * static_cast<std::size_t>(width()) * static_cast<std::size_t>(height());
  }

 private:
  std::size_t bytes_per_pixel() const { return format_ == GL_RGBA32F ? 16 : 8; }
  void bind() const;
  void clear_by_raster() const;
  void clear_by_compute() const;

  const GladGLContext& gl_;
  const GLenum format_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
  gl::Program clear_;  // none: the rasteriser clears
  mutable PassChoice choice_;
};

}  // namespace farfirst::app
