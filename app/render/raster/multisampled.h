#pragma once
// What `raster` draws into with several samples a pixel.

#include "object/framebuffer.h"
#include "object/renderbuffer.h"
#include "render/color_target.h"

namespace farfirst::app::raster {

class MultisampledColor {
 public:
  explicit MultisampledColor(const GladGLContext& gl) : gl_(gl) {}

  /// Makes it as large as that picture. Throws OutOfMemory, and then has nothing.
  void fit(const ColorTarget& target, int samples);
  /// Gives the memory back.
  void release();
  /// Nothing is drawn in any sample. Leaves the framebuffer bound.
  void clear() const;
  /// Each pixel becomes the mean of its samples: linear light, premultiplied.
  void resolve(const ColorTarget& target) const;
  std::size_t gpu_bytes() const;

 private:
  const GladGLContext& gl_;
  gl::Renderbuffer color_;
  gl::Framebuffer framebuffer_;
};

}  // namespace farfirst::app::raster
