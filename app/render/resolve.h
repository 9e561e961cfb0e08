#pragma once
// Resolves a renderer's picture for display: over the background, then sRGB.

#include "color_target.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "order/gpu_context.h"
#include "scene_renderer.h"

namespace farfirst::app {

class Resolve {
 public:
  /// Throws Error.
  explicit Resolve(const GpuContext& gpu);

  /// Into a target of the same size. Its framebuffer stays bound, with a viewport of all of it and blending off. The
  /// block of shaders/common/frame.glsl is bound.
  void draw(const ColorTarget& picture, const SceneRenderer::Target& target);

 private:
  void draw_by_raster() const;
  void draw_by_compute(const SceneRenderer::Target& target) const;

  const GladGLContext& gl_;
  gl::Program raster_, compute_;
  gl::VertexArray no_vertices_;
  PassChoice choice_;
};

}  // namespace farfirst::app
