#pragma once
// Indirect draws, with the number of elements in a buffer on the GPU; the host does not know it.

#include "object/buffer.h"
#include "object/program.h"
#include "render/renderer.h"

namespace farfirst::app::raster {

class DrawArguments {
 public:
  explicit DrawArguments(const GpuContext& gpu);

  /// Enqueues the writing of the arguments of a draw of the order's elements, each of N vertices, from `first`
  /// on, and binds them for glDrawArraysIndirect or glDrawElementsIndirect. Another program is in use afterwards.
  void write(const OrderView& order, GLuint vertices, GLuint first = 0) const;

 private:
  const GladGLContext& gl_;
  gl::Program program_;
  gl::Buffer arguments_;
};

}  // namespace farfirst::app::raster
