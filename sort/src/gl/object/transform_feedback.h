#pragma once
// Transform feedback objects: the target buffers of a draw's captures, and their number.

#include "object/object.h"

namespace farfirst::gl {

struct TransformFeedbackKind {
  using Name = GLuint;
  static Name create(const GladGLContext& gl) {
    Name name = 0;
    gl.CreateTransformFeedbacks(1, &name);
    return name;
  }
  static void destroy(const GladGLContext& gl, Name name) { gl.DeleteTransformFeedbacks(1, &name); }
};
using TransformFeedback = Object<TransformFeedbackKind>;

}  // namespace farfirst::gl
