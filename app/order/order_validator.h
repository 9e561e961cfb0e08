#pragma once
// Is what is drawn really back to front? Every new order is checked where OpenGL reads it, whoever made it: OpenGL
// makes the keys of its elements anew, from the positions that it was sorted by, and sees whether the order is a
// permutation along which (key, index) ascends. Nothing waits; results are known a few frames later.

#include <farfirst/gl_order_check.h>

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "cached_sorter.h"
#include "gpu_context.h"
#include "object/buffer.h"
#include "order.h"
#include "timer.h"

namespace farfirst::app {

class OrderValidator {
 public:
  explicit OrderValidator(GpuContext& gpu) : gl_(gpu.gl), device_(gpu.opengl), timer_(gl_) {}

  /// What was found.
  struct Finding {
    OrderCheck check;
    std::string algorithm;    // that made the order
    std::uint64_t frame = 0;  // when it was first drawn
  };

  /// Begins to compile what validate() needs. Could validate() run now without waiting?
  bool is_ready(const Order& order);
  /// Enqueues the check of an order that is new in this frame, if that is wanted. If too many results are still on
  /// their way, this one is not checked.
  void validate(const Order& order, ElementSource& source, std::uint64_t frame);
  /// The oldest finding that is known and was not taken yet. Never waits.
  std::optional<Finding> take();
  bool awaits() const { return !pending_.empty(); }
  /// Can another order be checked? As many results may be on their way as GlOrderCheck knows.
  bool has_room() const { return pending_.size() < 4; }
  std::optional<GlTimer::Time> take_time() { return timer_.take_newest(); }

  /// Why orders are not checked, although they should be.
  const std::string& failure() const { return failure_; }
  /// Forgets everything and gives its memory back: another scene, or checks are not wanted any more.
  void clear();
  std::size_t gpu_bytes() const;

 private:
  struct Pending {
    std::string algorithm;
    std::uint64_t frame = 0;
  };
  bool is_due(const Order& order) const;
  void prepare(Device& device, const Order& order);
  void find_elements(SceneJob& its, const Order& order, ElementSource& source);
  void find_moved_parts(SceneJob& its, const std::vector<ElementPart>& parts);

  const GladGLContext& gl_;
  OpenGlDevice& device_;
  GlTimer timer_;
  std::string failure_;

  GlOrderCheck check_;
  OwnedBuffer keys_;
  gl::Buffer positions_;  // of elements that have moved on since
  std::deque<Pending> pending_;
};

}  // namespace farfirst::app
