#pragma once
// `auto` of the culling in a frame: finds out what moved, times the whole frame, and asks CullChoice.

#include <optional>
#include <string_view>

#include "cull_choice.h"
#include "order/timer.h"
#include "scene_renderer.h"

namespace farfirst::app {

class AutoCull {
 public:
  AutoCull(const GladGLContext& gl, const DrawHooks& hooks) : timer_(gl), cost_(hooks.frame_cost) {}

  void set_measuring(bool allowed) { may_measure_ = allowed; }
  /// For the next frame, before its order is made; `wanted` of all elements.
  CullChoice::Plan begin(const OrderRequest& wanted, const CullView& view, std::string_view renderer, bool always,
                         std::uint64_t frame);
  /// All of the frame has been enqueued.
  void end();
  /// The share of the elements outside the view.
  void add_outside(double share) { choice_.add_outside(share); }
  void take_times(const FrameStats& report);

 private:
  CullChoice::Motion motion_to(const OrderRequest& wanted, const CullView& view, bool always);

  GlTimer timer_;
  const std::function<double(bool culled)> cost_;
  CullChoice choice_;
  bool may_measure_ = true;
  bool times_ = false;  // this frame
  std::optional<OrderRequest> before_;
  CullView view_before_;
};

}  // namespace farfirst::app
