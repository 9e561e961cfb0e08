#pragma once
// Renderbuffers with several samples per pixel.

#include "object/object.h"

namespace farfirst::gl {

struct RenderbufferKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl);
  static void destroy(const GladGLContext& gl, Name name);
};

class Renderbuffer {
 public:
  Renderbuffer() = default;
  /// `samples` is a number that the context offers for the format. Throws OutOfMemory.
  Renderbuffer(const GladGLContext& gl, GLenum format, int width, int height, int samples);

  GLuint name() const noexcept { return object_.name(); }
  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  int samples() const noexcept { return samples_; }

 private:
  Object<RenderbufferKind> object_;
  int width_ = 0;
  int height_ = 0;
  int samples_ = 0;
};

}  // namespace farfirst::gl
