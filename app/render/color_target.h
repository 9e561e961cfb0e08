#pragma once
// What a renderer draws into: premultiplied colour in linear light, half floats.

#include "object/framebuffer.h"
#include "object/texture.h"

namespace farfirst::app {

class ColorTarget {
 public:
  explicit ColorTarget(const GladGLContext& gl) : gl_(gl) {}

  /// Makes it this large; what was drawn is gone if it was not.
  void resize(int width, int height) {
    if (color_.width() == width && color_.height() == height) return;
    framebuffer_ = {};
    color_ = gl::Texture(gl_, GL_RGBA16F, width, height);
    framebuffer_ = gl::Framebuffer(gl_, color_);
  }
  /// Nothing is drawn. Leaves the framebuffer bound, with a viewport of all of it.
  void clear() {
    constexpr float nothing[4] = {0, 0, 0, 0};
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    gl_.Viewport(0, 0, width(), height());
    gl_.ClearBufferfv(GL_COLOR, 0, nothing);
  }

  int width() const { return color_.width(); }
  int height() const { return color_.height(); }
  GLuint texture() const { return color_.name(); }
  GLuint framebuffer() const { return framebuffer_.name(); }
  std::size_t gpu_bytes() const { return 8 * static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()); }

 private:
  const GladGLContext& gl_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
};

}  // namespace farfirst::app
