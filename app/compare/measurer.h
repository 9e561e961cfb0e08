#pragma once
// The errors of measure.h, of pictures that are textures.

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <optional>

#include "measure.h"
#include "object/buffer.h"
#include "object/fence.h"
#include "object/program.h"
#include "order/gpu_context.h"
#include "render/target.h"

namespace farfirst::app {

/// All are of one size. The caller has issued the barrier for fetching texels after drawing them.
class Measurer {
 public:
  explicit Measurer(const GpuContext& gpu);

  /// Enqueues a measurement; `tag` comes back with it. False if too many are in flight: then this one is dropped.
  bool enqueue(const PictureTarget& a, const PictureTarget& b, std::uint64_t tag = 0);
  struct Finding {
    PictureError error{};
    std::uint64_t tag = 0;
  };
  /// The newest known result; forgets those before. Nothing if none came since the last call. Never waits.
  std::optional<Finding> take();
  /// Waits.
  PictureError measure(const PictureTarget& a, const PictureTarget& b);

  /// signed_difference() and heat_map() into a texture.
  void draw_difference(const PictureTarget& a, const PictureTarget& b, const PictureTarget& into, int gain);
  void draw_heat(const PictureTarget& a, const PictureTarget& b, const PictureTarget& into);

 private:
  /// The layout of shaders/compare/measure.comp.
  struct Sums {
    std::uint32_t squares_low, squares_high, off, largest;
  };
  static constexpr std::uint32_t slots = 4;
  void fetch(const PictureTarget& a, const PictureTarget& b) const;
  void draw(const gl::Program& program, const PictureTarget& into) const;
  Finding finding(std::uint32_t number) const;

  const GladGLContext& gl_;
  gl::Program measure_, difference_, heat_;
  gl::Buffer sums_, results_, heat_colors_;
  std::array<gl::Fence, slots> fences_;
  std::array<Finding, slots> pending_;  // what is known of them beforehand
  std::uint32_t enqueued_ = 0, taken_ = 0;
};

}  // namespace farfirst::app
