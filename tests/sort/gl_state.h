#pragma once
// All of OpenGL's state that code without windows could change, as names and values.

#include <glad/gl.h>

#include <map>
#include <string>

namespace farfirst::test {

using GlStateValues = std::map<std::string, GLint64>;

GlStateValues gl_state(const GladGLContext& gl);

}  // namespace farfirst::test
