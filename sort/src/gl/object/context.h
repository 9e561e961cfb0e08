#pragma once
// What a context is.

#include <glad/gl.h>

namespace farfirst::gl {

/// Does the CPU draw (llvmpipe and its like)?
bool is_software(const GladGLContext& gl);

}  // namespace farfirst::gl
