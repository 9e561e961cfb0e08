#pragma once
// What a renderer draws into: premultiplied colour in linear light, half floats unless another format is named.

#include "object/framebuffer.h"
#include "object/texture.h"

namespace farfirst::app {

class ColorTarget {
 public:
  explicit ColorTarget(const GladGLContext& gl, GLenum format = GL_RGBA16F) : gl_(gl), format_(format) {}

  /// Makes it this large; what was drawn is gone if it was not.
  void resize(int width, int height) {
    if (color_.width() == width && color_.height() == height) return;
    framebuffer_ = {};
    color_ = {};  // before the next one asks for memory
    color_ = gl::Texture(gl_, format_, width, height);
    framebuffer_ = gl::Framebuffer(gl_, color_);
  }
  /// Nothing is drawn. Leaves the framebuffer bound, with a viewport of all of it.
  void clear() const {
    constexpr float nothing[4] = {0, 0, 0, 0};
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    gl_.Viewport(0, 0, width(), height());
    gl_.ClearBufferfv(GL_COLOR, 0, nothing);
  }

  int width() const { return color_.width(); }
  int height() const { return color_.height(); }
  GLuint texture() const { return color_.name(); }
  GLuint framebuffer() const { return framebuffer_.name(); }
  std::size_t gpu_bytes() const {
    return bytes_per_pixel() * static_cast<std::size_t>(width()) * static_cast<std::size_t>(height());
  }

 private:
  std::size_t bytes_per_pixel() const { return format_ == GL_RGBA32F ? 16 : 8; }

  const GladGLContext& gl_;
  const GLenum format_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
};

}  // namespace farfirst::app
