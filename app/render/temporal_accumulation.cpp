#include "temporal_accumulation.h"

#include <cmath>

namespace farfirst::app {

namespace {

/// The radical inverse: the digits of a number behind the point, in reverse.
double radical_inverse(std::uint32_t number, std::uint32_t base) {
  double result = 0, weight = 1;
  for (; number > 0; number /= base) {
    weight /= base;
    result += weight * (number % base);
  }
  return result;
}

/// From 0..1 to -0.5..0.5, and 0 to 0.
float centered(double place) { return static_cast<float>(place < 0.5 ? place : place - 1); }

}  // namespace

glm::vec2 jitter(std::uint32_t index, int samples) {
  const glm::vec2 in_pixel(centered(radical_inverse(index, 2)), centered(radical_inverse(index, 3)));
  return in_pixel / std::sqrt(static_cast<float>(samples));
}

glm::mat4 moved(const glm::mat4& projection, const glm::vec2& pixels, const glm::vec2& size) {
  const glm::vec2 offset = 2.0f * pixels / size;  // the picture is 2 wide in clip coordinates, times w
  glm::mat4 result = projection;
  for (int column = 0; column < 4; ++column) {
    result[column].x += offset.x * projection[column].w;
    result[column].y += offset.y * projection[column].w;
  }
  return result;
}

TemporalAccumulation::TemporalAccumulation(const GpuContext& gpu)
    : gl_(gpu.gl),
      program_(gl_, gpu.library, {"render/resolve.vert", "render/copy.frag"}),
      no_vertices_(gl_),
      mean_(gl_, GL_RGBA32F) {}

/// mean + (picture - mean) / count, by the blending hardware.
void TemporalAccumulation::add(const ColorTarget& picture) {
  mean_.resize(picture.width(), picture.height());
  if (count_ == 0) mean_.clear();
  ++count_;
  gl_.BindFramebuffer(GL_FRAMEBUFFER, mean_.framebuffer());
  gl_.Viewport(0, 0, mean_.width(), mean_.height());
  gl_.Enable(GL_BLEND);
  gl_.BlendEquation(GL_FUNC_ADD);
  gl_.BlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
  gl_.BlendColor(0, 0, 0, 1.0f / static_cast<float>(count_));
  gl_.BindTextureUnit(0, picture.texture());
  program_.use();
  gl_.BindVertexArray(no_vertices_.name());
  gl_.DrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace farfirst::app
