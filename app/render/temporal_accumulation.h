#pragma once
// Temporal accumulation of a frame that stands still: it is drawn repeatedly, each time with another sub-pixel jitter,
// and the mean of the blended pictures is shown. Premultiplied, in linear light, summed in 32-bit floats.

#include <cstdint>
#include <glm/glm.hpp>

#include "color_target.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "order/gpu_context.h"

namespace farfirst::app {

/// The jitter of picture `index`, in pixels. The first has none; those of one sample cover
/// the pixel evenly, however many they are (Halton's points, bases 2 and 3), and those of several the part of it that
/// one sample stands for: over the whole pixel, samples would reach far into its neighbours.
glm::vec2 jitter(std::uint32_t index, int samples);
/// Moves a projection by this many pixels of a picture of this size.
glm::mat4 moved(const glm::mat4& projection, const glm::vec2& pixels, const glm::vec2& size);

class TemporalAccumulation {
 public:
  explicit TemporalAccumulation(const GpuContext& gpu);

  /// Discards the pictures so far.
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
