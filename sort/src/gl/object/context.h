#pragma once
// What a context is.

#include <glad/gl.h>

namespace farfirst::gl {

/// Does the CPU draw (llvmpipe and its like)?
bool is_software(const GladGLContext& gl);

/// Does the driver compile beside the caller, and say when it is done?
inline bool compiles_beside(const GladGLContext& gl) {
  return gl.KHR_parallel_shader_compile != 0 || gl.ARB_parallel_shader_compile != 0;
}

}  // namespace farfirst::gl
