#include "object/framebuffer.h"

#include <farfirst/sort.h>

#include <cstdio>
#include <string>

#include "object/renderbuffer.h"
#include "object/texture.h"

namespace farfirst::gl {

GLuint FramebufferKind::create(const GladGLContext& gl) {
  GLuint name = 0;
  gl.CreateFramebuffers(1, &name);
  return name;
}

void FramebufferKind::destroy(const GladGLContext& gl, GLuint name) { gl.DeleteFramebuffers(1, &name); }

Framebuffer::Framebuffer(const GladGLContext& gl, const Texture& color) : object_(gl) {
  gl.NamedFramebufferTexture(object_.name(), GL_COLOR_ATTACHMENT0, color.name(), 0);
  check(gl);
}

Framebuffer::Framebuffer(const GladGLContext& gl, const Renderbuffer& color) : object_(gl) {
  gl.NamedFramebufferRenderbuffer(object_.name(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color.name());
  check(gl);
}

Framebuffer::Framebuffer(const GladGLContext& gl, const Texture& first, const Texture& second) : object_(gl) {
  gl.NamedFramebufferTexture(object_.name(), GL_COLOR_ATTACHMENT0, first.name(), 0);
  gl.NamedFramebufferTexture(object_.name(), GL_COLOR_ATTACHMENT1, second.name(), 0);
  constexpr GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  gl.NamedFramebufferDrawBuffers(object_.name(), 2, both);
  check(gl);
}

Framebuffer Framebuffer::without_attachment(const GladGLContext& gl) {
  Framebuffer result;
  result.object_ = Object<FramebufferKind>(gl);
  gl.NamedFramebufferParameteri(result.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, 1);
  gl.NamedFramebufferParameteri(result.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, 1);
  gl.NamedFramebufferDrawBuffer(result.name(), GL_NONE);
  result.check(gl);
  return result;
}

void Framebuffer::check(const GladGLContext& gl) const {
  const GLenum status = gl.CheckNamedFramebufferStatus(object_.name(), GL_DRAW_FRAMEBUFFER);
  if (status == GL_FRAMEBUFFER_COMPLETE) return;
  char code[16];
  std::snprintf(code, sizeof code, "0x%04X", static_cast<unsigned>(status));
  throw Error(std::string("this OpenGL driver refuses a framebuffer that Farfirst needs (status ") + code + ")");
}

}  // namespace farfirst::gl
