#include "multisampled.h"

namespace farfirst::app::raster {

namespace {
constexpr GLenum format = GL_RGBA16F;
constexpr std::size_t bytes_per_sample = 8;
}  // namespace

void MultisampledColor::fit(const ColorTarget& target, int samples) {
  if (color_.width() == target.width() && color_.height() == target.height() && color_.samples() == samples) return;
  release();
  color_ = gl::Renderbuffer(gl_, format, target.width(), target.height(), samples);
  framebuffer_ = gl::Framebuffer(gl_, color_);
}

void MultisampledColor::release() {
  framebuffer_ = {};
  color_ = {};
}

void MultisampledColor::clear() const {
  constexpr float nothing[4] = {0, 0, 0, 0};
  gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  gl_.ClearBufferfv(GL_COLOR, 0, nothing);
}

void MultisampledColor::resolve(const ColorTarget& target) const {
  const int width = target.width(), height = target.height();
  gl_.BlitNamedFramebuffer(framebuffer_.name(), target.framebuffer(), 0, 0, width, height, 0, 0, width, height,
                           GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

std::size_t MultisampledColor::gpu_bytes() const {
  const auto pixels = static_cast<std::size_t>(color_.width()) * static_cast<std::size_t>(color_.height());
  return bytes_per_sample * pixels * static_cast<std::size_t>(color_.samples());
}

}  // namespace farfirst::app::raster
