#pragma once
// Counts the inversions of an outdated order. An order that is kept although the eye or the elements moved (Resort)
// was right once. OpenGL makes the present keys and compares neighbours in the order (inversion_stats.h). That takes a
// pass over the elements and one over the order, and no sort. Nothing waits; results are known a few frames later.

#include <array>
#include <optional>
#include <string>

#include "gpu_context.h"
#include "inversion_stats.h"
#include "object/buffer.h"
#include "object/fence.h"
#include "object/program.h"
#include "order.h"
#include "timer.h"

namespace farfirst::app {

class InversionCounter {
 public:
  explicit InversionCounter(GpuContext& gpu);

  struct Finding {
    InversionStats inversion_stats;
    std::uint64_t order = 0;  // the frame whose camera the order is of
  };

  /// Enqueues a count for an order of all elements, which keeps_order(), seen as in `now`. Skips
  /// repetitions, and counts while too many results are pending.
  void count(const Order& order, const OrderRequest& now, ElementSource& source, std::uint64_t frame);
  /// The newest known finding that was not fetched yet. Never waits.
  std::optional<Finding> take();
  std::optional<GlTimer::Time> take_time() { return timer_.take_newest(); }

  /// The reason why nothing is counted, although it should be.
  const std::string& failure() const { return failure_; }
  /// Forgets everything and frees its memory: another scene, or nothing to count any more.
  void clear();
  std::size_t gpu_bytes() const { return keys_.bytes() + sums_.bytes() + results_.bytes(); }

 private:
  void prepare(const OrderRequest& now);
  void make_keys(const OrderRequest& now, ElementSource& source);
  void count_pairs(const Order& order, const DepthSteps& steps);
  void send(const Finding& finding);

  GpuContext& gpu_;
  const GladGLContext& gl_;
  GlTimer timer_;
  std::string failure_;
  gl::Program program_;
  std::size_t alignment_ = 256;  // of a storage block in its buffer

  gl::Buffer keys_, sums_;
  std::optional<OrderRequest> counted_;  // what was counted last,
  std::uint64_t counted_order_ = 0;      // and in which order

  static constexpr std::uint32_t depth = 4;  // pending results
  gl::Buffer results_;
  std::array<gl::Fence, depth> fences_;
  std::array<Finding, depth> findings_{};
  std::uint32_t sent_ = 0, taken_ = 0;
};

}  // namespace farfirst::app
