#pragma once
// Two-dimensional textures with immutable storage and one level, and arrays of these.

#include "object/object.h"

namespace farfirst::gl {

struct TextureKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl, GLenum target);
  static void destroy(const GladGLContext& gl, Name name);
};

class Texture {
 public:
  Texture() = default;
  /// Throws Error if the context's limits are exceeded, OutOfMemory.
  Texture(const GladGLContext& gl, GLenum format, int width, int height);
  /// An array, even of one layer. Throws likewise.
  static Texture layered(const GladGLContext& gl, GLenum format, int width, int height, int layers);

  GLuint name() const noexcept { return object_.name(); }
  int width() const noexcept { return width_; }
  int height() const noexcept { return height_; }
  int layers() const noexcept { return layers_; }

 private:
  template <class Allocate>
  void make(const GladGLContext& gl, GLenum target, const Allocate& allocate);
  Object<TextureKind> object_;
  int width_ = 0;
  int height_ = 0;
  int layers_ = 1;
};

}  // namespace farfirst::gl
