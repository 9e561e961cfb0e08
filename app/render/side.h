#pragma once
// One side of a frame: who sorts the scene's elements, what their order is, the picture that is drawn of it, and what
// all that took. A frame has one side, or several beside each other; the scene's arrays are theirs together, and
// nothing else is.

#include <memory>
#include <optional>
#include <string>

#include "auto_cull.h"
#include "culling.h"
#include "elements.h"
#include "frame.h"
#include "order/inversions.h"
#include "order/order_validator.h"
#include "picture.h"
#include "renderer_pool.h"

namespace farfirst::app {

/// What all sides draw.
struct FrameScene {
  std::uint64_t number = 0;  // so many were set
  SceneSource source;
  Contents contents;
  std::unique_ptr<SceneElements> elements;  // null: there is no scene

  /// What decides how renderers read orders of it; none: all do it in the same way.
  std::optional<std::size_t> array_size() const {
    const std::shared_ptr<const Model>& model = source.model;
    return model ? std::optional(largest_array(*model)) : std::nullopt;
  }
};

/// What a side is made with. All that is a reference outlives it.
struct SideContext {
  GpuContext& gpu;
  const FrameScene& scene;
  VertexFetch fetch = VertexFetch::automatic;
  CpuTurn turn{};
  OrderHooks order_hooks{};
  DrawHooks draw_hooks{};
};

class Side {
 public:
  explicit Side(const SideContext& context);

  // Another scene is set: let_go_of_scene() before its arrays are deleted, expect_scene() when it is known what they
  // will be, take_scene() when they are there.
  void let_go_of_scene();
  /// How the renderer will read orders of it in OpenGL's memory, if it reads there.
  std::optional<OrderWords> expect_scene();
  /// Throws OutOfMemory.
  void take_scene() { read_orders_in(order_words()); }
  /// The same scene, but its elements have other numbers: orders are dropped.
  void renumber() { read_orders_in(elements_->words()); }

  /// As Frame::draw; frame `number`, of which `shared` milliseconds are past that are every side's.
  FrameReport draw(const Camera& camera, const Look& look, const SortChoice& choice, const Frame::Target& target,
                   bool wait, std::uint64_t number, double shared);
  /// What such a frame sorts; there is a scene.
  OrderRequest wanted(const Camera& camera, const SortChoice& choice);
  std::uint32_t refine(const Frame::Target& target, bool in_parts) {
    return picture_.refine(content(), target, in_parts);
  }
  bool can_be_refined() const { return picture_.can_be_refined(); }
  void set_measuring(bool allowed);

  const Orders& orders() const { return orders_; }
  std::size_t gpu_bytes() const;  // without the scene's arrays

 private:
  OrderWords order_words();
  void use_renderer(const Look& look);
  void read_orders_in(OrderWords words);
  std::optional<CullView> culled(const OrderRequest& wanted, const CullView& view, const SortChoice& choice, bool wait);
  std::optional<CullView> wanted_cull(const OrderRequest& wanted, const CullView& view, const SortChoice& choice,
                                      bool wait);
  void order(const OrderRequest& wanted, const Orders::When& when, FrameReport& report);
  void light(const Look& look, FrameReport& report);
  void validate(const OrderRequest& wanted, bool fresh, bool wait);
  void count_inversions(const OrderRequest& wanted);
  void take_inversions(const Resort& resort, FrameReport& report);
  void take_check_results(FrameReport& report);
  void take_culling(FrameReport& report);
  void take_steps(bool may_lag, FrameReport& report);
  Picture::Content content() { return {scene_.number, *elements_, orders_, renderers_}; }

  const GladGLContext& gl_;
  const bool software_;
  const FrameScene& scene_;
  GlTimer whole_;  // from the first command of a frame to the last
  GlTimer light_timer_;
  AutoCull auto_cull_;
  RendererPool renderers_;
  Picture picture_;

  std::optional<OrderedElements> elements_;  // none: there is no scene
  std::uint64_t generation_ = 0;             // so many scenes were taken, in words of the one kind or the other
  std::uint64_t frame_ = 0;

  OrderValidator validator_;
  InversionCounter counter_;
  Culling culling_;
  Orders orders_;
  std::optional<Culling::Kept> kept_;                    // the newest that is known
  std::optional<InversionCounter::Finding> inversions_;  // likewise
  bool is_unvalidated_ = false;                          // the current order
  CheckResult check_;                                    // the newest
  std::uint64_t check_about_ = 0;                        // the frame in which that order was first drawn
};

}  // namespace farfirst::app
