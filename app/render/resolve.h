#pragma once
// From a renderer's picture to what is shown: over the background, then sRGB.

#include "color_target.h"
#include "object/program.h"
#include "object/vertex_array.h"

namespace farfirst::app {

class Resolve {
 public:
  Resolve(const GladGLContext& gl, const gl::ShaderLibrary& library)
      : gl_(gl), program_(make_program(gl, library)), no_vertices_(gl) {}

  /// Into a framebuffer of the same size, which stays bound, with a viewport of all of it and blending off. The block
  /// of shaders/common/frame.glsl is bound.
  void draw(const ColorTarget& target, GLuint framebuffer) const {
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl_.Viewport(0, 0, target.width(), target.height());
    gl_.Disable(GL_BLEND);
    gl_.Disable(GL_FRAMEBUFFER_SRGB);
    gl_.BindTextureUnit(0, target.texture());
    program_.use();
    gl_.BindVertexArray(no_vertices_.name());
    gl_.DrawArrays(GL_TRIANGLES, 0, 3);
  }
  /// Throws Error, and then keeps the program it had.
  void reload(const gl::ShaderLibrary& library) { program_ = make_program(gl_, library); }

 private:
  static gl::Program make_program(const GladGLContext& gl, const gl::ShaderLibrary& library) {
    return {gl, library, {"render/resolve.vert", "render/resolve.frag"}};
  }

  const GladGLContext& gl_;
  gl::Program program_;
  gl::VertexArray no_vertices_;
};

}  // namespace farfirst::app
