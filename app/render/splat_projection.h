#pragma once
// Splats in OpenGL's memory, and their projection: a pass before each picture makes of each an ellipse and
// a colour (shaders/splat/project.comp), for the kind `splat`.

#include <glad/gl.h>

#include <glm/glm.hpp>
#include <memory>

#include "object/buffer.h"
#include "object/program.h"
#include "order/gpu_context.h"
#include "scene/model.h"

namespace farfirst::app {

/// The placement of an object of splats in a scene.
struct PlacedSplats {
  glm::mat4 to_scene{1.0f};
  float opacity = 1.0f;
};

class SplatProjection {
 public:
  static constexpr std::size_t projected_bytes = 32;  // of a splat
  /// The splats that are packed, and projected, at once: no array is then larger than every context can bind.
  static constexpr std::size_t chunk = std::size_t{1} << 20;
  /// The alignment of the first splat in an array of several objects' vertices, or of projections.
  static constexpr std::size_t alignment = 16;

  SplatProjection(const GpuContext& gpu, std::shared_ptr<const Model> model);

  std::size_t count() const { return model_->positions.size(); }
  const Model& model() const { return *model_; }
  /// Packs what there is of them, the vertices into a buffer (StoredVertex) from `first` on.
  void upload(const gl::Buffer& vertices, std::size_t first = 0);

  /// Some elements of an array, from `first` on.
  struct Part {
    const gl::Buffer& buffer;
    std::size_t first = 0;
  };
  /// Enqueues the pass. The block of shaders/common/frame.glsl is bound. Renderers read the projections after a
  /// barrier.
  void project(const Part& vertices, const Part& projected, const PlacedSplats& placed = {}) const;
  std::size_t gpu_bytes() const { return shapes_.bytes() + harmonics_.bytes(); }

 private:
  const GladGLContext* gl_;
  std::shared_ptr<const Model> model_;
  float top_;  // see packed_splat.h
  gl::Program program_;
  gl::Buffer shapes_, harmonics_;
};

/// Throws OutOfMemory if there are more splats than a storage block of this context holds.
void check_splat_limit(const GladGLContext& gl, std::size_t splats);

}  // namespace farfirst::app
