#pragma once
// Vertex array objects.

#include "object/object.h"

namespace farfirst::gl {

struct VertexArrayKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl) {
    Name name = 0;
    gl.CreateVertexArrays(1, &name);
    return name;
  }
  static void destroy(const GladGLContext& gl, Name name) { gl.DeleteVertexArrays(1, &name); }
};
using VertexArray = Object<VertexArrayKind>;

}  // namespace farfirst::gl
