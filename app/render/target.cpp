#include "target.h"

namespace farfirst::app {

PictureTarget::PictureTarget(const GladGLContext& gl, int width, int height)
    : gl_(gl), color_(gl, GL_RGBA8, width, height), framebuffer_(gl, color_) {}

void PictureTarget::take(const PictureTarget& other) const {
  gl_.Disable(GL_SCISSOR_TEST);
  gl_.BlitNamedFramebuffer(other.framebuffer(), framebuffer(), 0, 0, other.width(), other.height(), 0, 0, width(),
                           height(), GL_COLOR_BUFFER_BIT, GL_LINEAR);
}

Image PictureTarget::read() const { return read_framebuffer(gl_, framebuffer(), width(), height()); }

Image read_framebuffer(const GladGLContext& gl, GLuint framebuffer, int width, int height) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  GLint bound = 0;
  gl.GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  gl.PixelStorei(GL_PACK_ALIGNMENT, 4);
  gl.ReadnPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()), pixels.data());
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
  return image_from_framebuffer(width, height, pixels);
}

}  // namespace farfirst::app
