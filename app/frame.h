#pragma once
// One frame: order -> draw -> resolve. The only place that knows the sequence.

#include <farfirst/sort.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "camera.h"
#include "scene/model.h"
#include "settings.h"

struct GladGLContext;

namespace farfirst::app {

class ParticleSystem;

/// What a frame did. Times in milliseconds; negative = not measured in this frame.
struct FrameReport {
  double distance = -1;   // positions -> keys
  double sort = -1;       // keys -> order
  double upload = -1;     // order to where the draw reads it
  double draw = -1;       // blend and resolve
  double total = -1;      // of this call
  std::vector<std::pair<std::string, double>> passes;  // of the newest sort, if tracing is on
  std::uint32_t elements = 0;       // sorted and drawn
  std::uint32_t order_age = 0;      // frames between the camera of the order and this one; 0 = this frame's own
  bool sorted = false;              // a new order came into use with this frame
  std::string algorithm;            // id of the entry whose order was drawn; empty for file order and shuffled
  OrderCheck check;                 // of that order, if asked for
  bool checked = false;
  std::string message;              // a sentence for the user: fell back, entry cannot run, check failed ...
};

/// Draws one scene into a framebuffer of the caller's. All calls on the thread of the GL context.
class Frame {
 public:
  explicit Frame(const GladGLContext& gl);
  ~Frame();
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  /// Replaces the scene: uploads the arrays and keeps the model for the sort on the CPU. Orders still under way for the
  /// scene before are dropped when they arrive.
  void set_scene(std::shared_ptr<const Model> model);
  /// Particles are simulated in fixed steps: one per draw() unless paused.
  void set_scene(std::shared_ptr<ParticleSystem> particles);

  struct Target {
    unsigned framebuffer = 0;  // complete; gets sRGB-encoded, premultiplied RGBA8
    int width = 0;
    int height = 0;
    float pixel_scale = 1.0f;  // high-DPI
  };
  /// Draws. With `wait`, sorts for this very camera and waits for it; without, never waits for a sort on the CPU: it draws
  /// the newest finished order. Throws Error if the chosen entry cannot be made (named: not "auto").
  FrameReport draw(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target, bool wait);

  std::size_t gpu_bytes() const;    // buffers and targets
  std::size_t host_bytes() const;   // sorter workspace and order ring
  Bounds bounds() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::app
