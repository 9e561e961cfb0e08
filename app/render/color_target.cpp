#include "color_target.h"

namespace farfirst::app {

void ColorTarget::resize(int width, int height) {
  if (color_.width() == width && color_.height() == height) return;
  framebuffer_ = {};
  color_ = {};  // before the next one asks for memory
  color_ = gl::Texture(gl_, format_, width, height);
  framebuffer_ = gl::Framebuffer(gl_, color_);
}

void ColorTarget::clear_by(const gl::ShaderLibrary& library) {
  clear_ = gl::Program(gl_, library, {"render/clear.comp"});
}

void ColorTarget::clear() const {
  if (clear_)
    choice_.run([this] { clear_by_raster(); }, clear_, [this] { clear_by_compute(); });
  else
    clear_by_raster();
  bind();
}

void ColorTarget::clear_in_scissor() const {
  clear_by_raster();
  bind();
}

void ColorTarget::bind() const {
  gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  gl_.Viewport(0, 0, width(), height());
}

void ColorTarget::clear_by_raster() const {
  constexpr float nothing[4] = {0, 0, 0, 0};
  gl_.ClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, nothing);
}

void ColorTarget::clear_by_compute() const {
  clear_.use();
  gl_.BindImageTexture(0, texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, format_);
  dispatch_over_picture(gl_, width(), height());
  gl_.MemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // it is drawn into
}

}  // namespace farfirst::app
