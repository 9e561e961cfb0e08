#include "object/renderbuffer.h"

#include <farfirst/sort.h>

#include <string>

namespace farfirst::gl {

GLuint RenderbufferKind::create(const GladGLContext& gl) {
  GLuint name = 0;
  gl.CreateRenderbuffers(1, &name);
  return name;
}

void RenderbufferKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteRenderbuffers(1, &name); }

Renderbuffer::Renderbuffer(const GladGLContext& gl, GLenum format, int width, int height, int samples)
    : object_(gl), width_(width), height_(height), samples_(samples) {
  gl.NamedRenderbufferStorageMultisample(object_.name(), samples, format, width, height);
  GLint given = 0;  // the error flag may be the caller's
  gl.GetNamedRenderbufferParameteriv(object_.name(), GL_RENDERBUFFER_WIDTH, &given);
  if (given == width) return;
  throw OutOfMemory("OpenGL could not allocate " + std::to_string(width) + " x " + std::to_string(height) +
                    " pixels with " + std::to_string(samples) + " samples each");
}

}  // namespace farfirst::gl
