#pragma once
// What all that draws, sorts or measures in an OpenGL context is made with.

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

/// One for a context; outlives what is made with it. Views share their programs through it: a view compiles nothing
/// that another one has linked.
struct GpuContext {
  explicit GpuContext(const GladGLContext& context, GlProc proc = nullptr,
                      std::span<const gl::ShaderFile> shaders = gl::viewer_shaders())
      : gl(context), library(shaders), opengl(proc) {}

  /// After each frame: a program that the driver has compiled beside it becomes usable.
  void complete_a_program() const {
    if (!opengl.complete_a_program()) gl::complete_one(library);
  }

  const GladGLContext& gl;
  gl::ShaderLibrary library;
  OpenGlDevice opengl;  // of the sort library
};

}  // namespace farfirst::app
