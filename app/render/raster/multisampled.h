#pragma once
// The multisampled target of `raster`.

#include "object/framebuffer.h"
#include "object/renderbuffer.h"
#include "render/color_target.h"

namespace farfirst::app::raster {

class MultisampledColor {
 public:
  explicit MultisampledColor(const GladGLContext& gl) : gl_(gl) {}

  /// Sets the size of that picture. Throws OutOfMemory, and then has nothing.
  void fit(const ColorTarget& target, int samples);
  /// Frees the memory.
  void release();
  /// Clears all samples. Leaves the framebuffer bound.
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
