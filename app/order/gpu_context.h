#pragma once
// What all that draws, sorts or measures in an OpenGL context is made with.

#include <glad/gl.h>

#include <memory>
#include <span>

#include "object/program_cache.h"
#include "object/shader.h"
#include "opengl_device.h"

namespace farfirst::gl {
std::span<const ShaderFile> viewer_shaders() noexcept;
}

namespace farfirst::app {

/// One for a context; outlives what is made with it. Views share their programs through it: a view compiles nothing
/// that another one has linked.
struct GpuContext {
  explicit GpuContext(const GladGLContext& context, const OpenGlAccess& access = {},
                      std::span<const gl::ShaderFile> shaders = gl::viewer_shaders())
      : gl(context), library(shaders), opengl(access) {
    if (!access.program_cache.empty())
      library.set_cache(std::make_shared<const gl::ProgramCache>(gl, access.program_cache));
  }

  const GladGLContext& gl;
  gl::ShaderLibrary library;
  OpenGlDevice opengl;  // of the sort library
};

}  // namespace farfirst::app
