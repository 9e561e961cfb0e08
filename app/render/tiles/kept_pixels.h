#pragma once
// The samples of the picture between two chunks: colour and transmittance in 32-bit floats. A texture, since a picture
// may be larger than a storage block.

#include "object/texture.h"
#include "render/color_target.h"

namespace farfirst::app::tiles {

class KeptPixels {
 public:
  explicit KeptPixels(const GladGLContext& gl) : gl_(gl) {}

  /// Sets the size of that picture. Throws OutOfMemory, and then has nothing.
  void fit(const ColorTarget& target, int samples);
  /// Frees the memory, if the last draw did not need it either.
  void release();
  GLuint texture() const { return pixels_.name(); }
  std::size_t gpu_bytes() const;

 private:
  const GladGLContext& gl_;
  gl::Texture pixels_;
  int draws_without_ = 0;
};

}  // namespace farfirst::app::tiles
