#pragma once
// Framebuffer objects with colour attachments.

#include "object/object.h"

namespace farfirst::gl {

class Renderbuffer;
class Texture;

struct FramebufferKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl);
  static void destroy(const GladGLContext& gl, Name name);
};

class Framebuffer {
 public:
  Framebuffer() = default;
  /// Draws into `color`, which must outlive it. Throws Error if the framebuffer is not complete here.
  Framebuffer(const GladGLContext& gl, const Texture& color);
  Framebuffer(const GladGLContext& gl, const Renderbuffer& color);
  /// Fragment shaders write both, at locations 0 and 1.
  Framebuffer(const GladGLContext& gl, const Texture& first, const Texture& second);
  /// One pixel and no attachment: a complete framebuffer to keep bound. Without one, a context without a surface
  /// refuses every draw, even transform feedback without rasterisation.
  static Framebuffer without_attachment(const GladGLContext& gl);

  GLuint name() const noexcept { return object_.name(); }

 private:
  void check(const GladGLContext& gl) const;
  Object<FramebufferKind> object_;
};

}  // namespace farfirst::gl
