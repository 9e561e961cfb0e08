#pragma once
// The state of an OpenGL context that all drawing, sorting and measuring shares.

#include <glad/gl.h>

#include <memory>
#include <span>

#include "object/program.h"
#include "object/shader.h"
#include "opengl_device.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {

/// One for a context; it outlives its users. Views share their programs through it: a view compiles nothing
/// that another one has linked.
struct GpuContext {
  explicit GpuContext(const GladGLContext& context, GlProc proc = nullptr,
                      std::span<const gl::ShaderFile> shaders = gl::viewer_shaders())
      : gl(context), library(shaders), opengl(proc) {}

  /// After each frame: a program that the driver has compiled in the background becomes usable.
  void complete_a_program() const {
    if (!opengl.complete_a_program()) gl::complete_one(library);
  }

  const GladGLContext& gl;
  gl::ShaderLibrary library;
  OpenGlDevice opengl;  // of the sort library
};

}  // namespace farfirst::app
