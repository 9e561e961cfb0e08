#include "kept_pixels.h"

namespace farfirst::app::tiles {

namespace {
constexpr std::size_t bytes_per_sample = 16;
}

void KeptPixels::fit(const ColorTarget& target, int samples) {
  draws_without_ = 0;
  if (pixels_.width() == target.width() && pixels_.height() == target.height() && pixels_.layers() == samples) return;
  pixels_ = {};
  pixels_ = gl::Texture::layered(gl_, GL_RGBA32F, target.width(), target.height(), samples);
}

void KeptPixels::release() {
  if (++draws_without_ > 1) pixels_ = {};
}

std::size_t KeptPixels::gpu_bytes() const {
  return bytes_per_sample * static_cast<std::size_t>(pixels_.width()) * static_cast<std::size_t>(pixels_.height()) *
         static_cast<std::size_t>(pixels_.layers());
}

}  // namespace farfirst::app::tiles
