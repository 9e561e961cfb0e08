#pragma once
// A finer picture of a frame that stands still: it is drawn again and again, each time another part of a pixel aside,
// and the mean of what the renderer blended is shown. Premultiplied, in linear light, summed in 32-bit floats.

#include <cstdint>
#include <glm/glm.hpp>

#include "color_target.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "order/gpu_context.h"

namespace farfirst::app {

/// So far from its place picture `index` is drawn, in pixels. The first stays where it is; those of one sample cover
/// the pixel evenly, however many they are (Halton's points, bases 2 and 3), and those of several the part of it that
/// one sample stands for: over the whole pixel, samples would reach far into its neighbours.
glm::vec2 jitter(std::uint32_t index, int samples);
/// Moves what a projection shows by so many pixels of a picture of this size.
glm::mat4 moved(const glm::mat4& projection, const glm::vec2& pixels, const glm::vec2& size);

class TemporalAccumulation {
 public:
  explicit TemporalAccumulation(const GpuContext& gpu);

  /// The pictures so far are of something else.
  void reset() { count_ = 0; }
  /// Leaves the framebuffer of the mean bound, and blending on. Throws OutOfMemory, and then has none.
  void add(const ColorTarget& picture);

  std::uint32_t count() const { return count_; }  // pictures
  const ColorTarget& mean() const { return mean_; }
  std::size_t gpu_bytes() const { return mean_.gpu_bytes(); }

 private:
  const GladGLContext& gl_;
  gl::Program program_;
  gl::VertexArray no_vertices_;
  ColorTarget mean_;
  std::uint32_t count_ = 0;
};

}  // namespace farfirst::app
