#pragma once
// A picture to draw a frame into and to read back.

#include <glad/gl.h>

#include "io/image.h"
#include "object/framebuffer.h"
#include "object/texture.h"
#include "scene_renderer.h"

namespace farfirst::app {

class PictureTarget {
 public:
  PictureTarget(const GladGLContext& gl, int width, int height);

  int width() const { return color_.width(); }
  int height() const { return color_.height(); }
  GLuint framebuffer() const { return framebuffer_.name(); }
  SceneRenderer::Target target(float pixel_scale = 1.0f) const {
    return {framebuffer_.name(), width(), height(), pixel_scale, color_.name()};
  }
  /// Copies the picture of another one, stretched.
  void take(const PictureTarget& other) const;
  /// Waits for the draw.
  Image read() const;

 private:
  const GladGLContext& gl_;
  gl::Texture color_;
  gl::Framebuffer framebuffer_;
};

/// Reads a framebuffer back. Zero is the window's.
Image read_framebuffer(const GladGLContext& gl, GLuint framebuffer, int width, int height);

}  // namespace farfirst::app
