#pragma once
// What a context is.

#include <glad/gl.h>

namespace farfirst::gl {

/// Does the CPU draw (llvmpipe and its like)?
bool is_software(const GladGLContext& gl);

/// Can the driver compile in parallel with the caller, and report when it is done?
inline bool compiles_beside(const GladGLContext& gl) {
  return gl.KHR_parallel_shader_compile != 0 || gl.ARB_parallel_shader_compile != 0;
}

}  // namespace farfirst::gl
