#pragma once
// Is the drawn order really back to front? Every new order is checked where OpenGL reads it, whatever made it. OpenGL
// computes the keys of its elements again, from the positions that it was sorted by, and tests whether the order is a
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

  /// The result of a check.
  struct Finding {
    OrderCheck check;
    std::string algorithm;    // of the entry
    std::uint64_t frame = 0;  // when it was first drawn
  };

  /// Starts to compile the programs of validate(). Could validate() run now without waiting?
  bool is_ready(const Order& order);
  /// Enqueues the check of an order that is new in this frame, if that is wanted. Skips it if too many results are
  /// still pending.
  void validate(const Order& order, ElementSource& source, std::uint64_t frame);
  /// The oldest known finding that was not fetched yet. Never waits.
  std::optional<Finding> take();
  bool awaits() const { return !pending_.empty(); }
  /// Can another order be checked? GlOrderCheck limits the pending results.
  bool has_room() const { return pending_.size() < 4; }
  std::optional<GlTimer::Time> take_time() { return timer_.take_newest(); }

  /// The reason why orders are not checked, although they should be.
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
