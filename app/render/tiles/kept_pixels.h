#pragma once
// The samples of the picture between two chunks: colour and transmittance in 32-bit floats. A texture, since a picture
// may be larger than a storage block.

#include "object/texture.h"
#include "render/color_target.h"

namespace farfirst::app::tiles {

class KeptPixels {
 public:
  explicit KeptPixels(const GladGLContext& gl) : gl_(gl) {}

  /// Makes it as large as that picture. Throws OutOfMemory, and then has nothing.
  void fit(const ColorTarget& target, int samples);
  /// Gives the memory back, if there was no need of it in the draw before either.
  void release();
  GLuint texture() const { return pixels_.name(); }
  std::size_t gpu_bytes() const;

 private:
  const GladGLContext& gl_;
  gl::Texture pixels_;
  int draws_without_ = 0;
};

}  // namespace farfirst::app::tiles
