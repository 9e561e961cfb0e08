#pragma once
// The drawer of a run without a window: OpenGL or, where there is none, the CPU alone.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "cli/command.h"
#include "io/image.h"
#include "render/scene_renderer.h"

namespace farfirst::app {

class Drawer {
 public:
  virtual ~Drawer() = default;

  /// Throws Error, OutOfMemory.
  virtual void set_scene(const Scene& scene) = 0;
  /// May frames be drawn twice, to measure what `auto` takes (SceneRenderer)?
  virtual void set_measuring(bool) {}
  /// Like SceneRenderer::draw() that waits.
  virtual FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice) = 0;
  /// Like SceneRenderer::refine().
  virtual void refine() = 0;
  /// The newest one.
  virtual Image picture() const = 0;

  /// The device that draws, for people.
  virtual std::string description() const = 0;
  /// The GPU that sorts; empty on the CPU.
  virtual std::string sorts_on() const { return {}; }
  virtual std::size_t host_bytes() const = 0;
  virtual std::size_t gpu_bytes() const = 0;
};

/// Draws with OpenGL or, where there is none and no option needs it, on the CPU. Reports the latter unless the renderer
/// `cpu` was named. Throws NoOpenGL, RendererUnavailable.
std::unique_ptr<Drawer> make_drawer(const Command& command);

}  // namespace farfirst::app
