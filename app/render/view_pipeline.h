#pragma once
// The pipeline of one side of a frame: it culls and sorts the scene's elements, checks their order, draws the picture
// and measures these steps. A frame has one side, or several beside each other; they share the scene's arrays and
// nothing else.

#include <memory>
#include <optional>
#include <string>

#include "auto_cull.h"
#include "blend_pass.h"
#include "culling.h"
#include "elements.h"
#include "order/inversions.h"
#include "order/order_validator.h"
#include "renderer_pool.h"
#include "scene_renderer.h"

namespace farfirst::app {

/// The content that all sides draw.
struct FrameScene {
  std::uint64_t number = 0;  // counts the scenes
  Scene shown;
  Contents contents;                      // of it, when its arrays were made
  std::unique_ptr<GpuGeometry> elements;  // null: there is no scene

  /// How renderers read orders of it; none: all read them in the same way.
  std::optional<std::size_t> array_size() const {
    if (contents.objects || contents.particles || shown.objects.empty()) return std::nullopt;
    return largest_array(*shown.objects.front().model());
  }
};

/// The context of a side. References outlive it.
struct ViewPipelineContext {
  GpuContext& gpu;
  const FrameScene& scene;
  VertexFetch fetch = VertexFetch::automatic;
  CpuTurn turn{};
  OrderHooks order_hooks{};
  DrawHooks draw_hooks{};
};

class ViewPipeline {
 public:
  explicit ViewPipeline(const ViewPipelineContext& context);

  // Another scene is set: release_scene() before its arrays are deleted, prepare_scene() when their sizes are
  // known, bind_scene() when they exist.
  void release_scene();
  /// How the renderer will read orders of it in OpenGL's memory, if it reads there.
  std::optional<IndexLayout> prepare_scene();
  /// Throws OutOfMemory.
  void bind_scene() { read_orders_in(index_layout()); }
  /// The same scene, but its elements have other numbers: orders are dropped.
  void renumber() { read_orders_in(elements_->layout()); }

  /// Like SceneRenderer::draw; frame `number`, of which `shared` milliseconds were spent for all sides. Under `auto` it
  /// is drawn as `first`, the first side, draws the same kind, so that only what was chosen for a side differs.
  FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice, const SceneRenderer::Target& target,
                  bool wait, std::uint64_t number, double shared, const ViewPipeline* first = nullptr);
  /// The sort input of such a frame; there is a scene.
  OrderRequest wanted(const Camera& camera, const SortChoice& choice);
  std::uint32_t refine(const SceneRenderer::Target& target, bool in_parts) {
    return blend_pass_.refine(content(), target, in_parts);
  }
  bool can_be_refined() const { return blend_pass_.can_be_refined(); }
  void set_measuring(bool allowed);

  const Orders& orders() const { return orders_; }
  std::size_t gpu_bytes() const;  // without the scene's arrays

 private:
  std::optional<DrawChoice::Way> way_of_auto(const Look& look, const DrawnKind& kind) const;
  IndexLayout index_layout();
  void use_renderer(const Look& look);
  void read_orders_in(IndexLayout layout);
  std::optional<CullView> culled(const OrderRequest& wanted, const CullView& view, const SortChoice& choice, bool wait);
  std::optional<CullView> wanted_cull(const OrderRequest& wanted, const CullView& view, const SortChoice& choice,
                                      bool wait);
  void order(const OrderRequest& wanted, const Orders::When& when, FrameStats& report);
  void light(const Look& look, FrameStats& report);
  void validate(const OrderRequest& wanted, bool fresh, bool wait);
  void count_inversions(const OrderRequest& wanted);
  void take_inversions(const Resort& resort, FrameStats& report);
  void take_check_results(FrameStats& report);
  void take_culling(FrameStats& report);
  void take_steps(bool may_lag, FrameStats& report);
  BlendPass::Content content() { return {scene_.number, *elements_, orders_, renderers_}; }

  const GladGLContext& gl_;
  const bool software_;
  const FrameScene& scene_;
  GlTimer whole_;  // from the first command of a frame to the last
  GlTimer light_timer_;
  AutoCull auto_cull_;
  RendererPool renderers_;
  BlendPass blend_pass_;

  std::optional<OrderedElements> elements_;  // none: there is no scene
  std::uint64_t generation_ = 0;             // counts bound scenes, in either index layout
  std::uint64_t frame_ = 0;
  /// How `auto` drew the newest frame.
  struct AutoWay {
    std::uint64_t scene = 0;
    DrawnKind kind;
    int samples_wanted = 0;
    DrawChoice::Way way;
  };
  std::optional<AutoWay> auto_way_;  // none: the renderer was named, or nothing was drawn

  OrderValidator validator_;
  InversionCounter counter_;
  Culling culling_;
  Orders orders_;
  std::optional<Culling::KeptCount> kept_;               // the newest that is known
  std::optional<InversionCounter::Finding> inversions_;  // likewise
  bool is_unvalidated_ = false;                          // the current order
  bool culling_compiles_ = false;                        // so this frame is not culled
  CheckResult check_;                                    // the newest
  std::uint64_t check_about_ = 0;                        // the frame in which that order was first drawn
};

}  // namespace farfirst::app
