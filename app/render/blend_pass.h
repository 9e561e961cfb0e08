#pragma once
// The picture of a frame: elements in their order, blended by a renderer and resolved into a target. Refinement redraws
// it with sub-pixel jitter; `auto` draws it twice to measure.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "draw_choice.h"
#include "frame_block.h"
#include "object/buffer.h"
#include "order/timer.h"
#include "renderer_pool.h"
#include "resolve.h"
#include "scene_renderer.h"
#include "temporal_accumulation.h"

namespace farfirst::app {

class BlendPass {
 public:
  BlendPass(const GpuContext& gpu, DrawHooks hooks);

  /// The renderer, and what it draws. There is a current order.
  struct Content {
    std::uint64_t scene = 0;
    OrderedElements& elements;
    Orders& orders;
    RendererPool& renderers;
  };
  /// Reports renderer and content. Throws OutOfMemory, RendererUnavailable.
  /// `awaited`: the host waits until it is drawn.
  void draw(const Content& content, const Look& look, const FrameBlock& block, const SceneRenderer::Target& target,
            bool awaited, FrameStats& report);
  /// Before the order is made: starts to compile the programs of possible renderers. While one compiles beside frames
  /// that do not wait, others draw.
  void prepare(const Content& content, bool are_triangles, const Look& look);
  /// The picture where there is no scene.
  void draw_background(const FrameBlock& block, const SceneRenderer::Target& target, const FrameStats& report);
  /// Adds the newly known times to the report and to the data of `auto`.
  void take_times(FrameStats& report);
  /// SceneRenderer::refine or refine_in_parts, of the newest content.
  std::uint32_t refine(const Content& content, const SceneRenderer::Target& target, bool in_parts);
  /// The newest content is gone, or another frame begins.
  void forget() { drawn_.reset(); }
  bool can_be_refined() const { return drawn_.has_value(); }

  void set_measuring(bool allowed) { may_measure_ = allowed; }
  /// `auto` draws in this way while it is on offer, and measures nothing.
  void follow(std::optional<DrawChoice::Way> way) { followed_ = std::move(way); }
  std::size_t gpu_bytes() const { return color_.gpu_bytes() + accumulation_.gpu_bytes(); }

 private:
  /// The content that refinement draws again.
  struct Drawn {
    Look look;
    DrawnView view;
    DrawChoice::Way way;
    bool is_blended = false;    // it is what color_ holds
    bool is_under_way = false;  // the next picture is: parts of it are drawn
  };
  void begin(const FrameBlock& block, const SceneRenderer::Target& target);
  void draw_ways(const Content& content, const Look& look, const DrawnView& view, const SceneRenderer::Target& target,
                 std::uint64_t frame);
  void draw_way(const Content& content, const Look& look, const DrawnView& view, const DrawChoice::Way& way,
                const SceneRenderer::Target& target);
  DrawChoice::Draws choose(const Content& content, const Look& look, Footprint footprint,
                           const SceneRenderer::Target& target, std::uint64_t frame);
  std::vector<int> samples_to_prepare(const Look& look) const;
  std::vector<std::string> offered(const RendererPool& renderers) const;
  void make_do(const Content& content, const Look& look, const Error& error);
  void blend(const Content& content, const Look& look, const DrawnView& view, const DrawChoice::Way& way);
  bool blend_next(const Content& content, bool in_parts);
  void bind_block(const FrameBlock& values) const;

  const GladGLContext& gl_;
  const DrawHooks hooks_;
  gl::Buffer block_;
  ColorTarget color_;
  Resolve resolve_;
  TemporalAccumulation accumulation_;
  PartPlan parts_;  // of a picture that refines
  GlTimer timer_, trial_timer_;
  const bool may_pay_;  // several samples
  DrawChoice choice_;
  const bool waits_;  // for a part: commands take no time on a GPU that draws beside the host
  bool may_measure_ = true;
  std::optional<DrawChoice::Way> followed_;
  /// The kind that the renderers were prepared for, and those that still compile.
  struct Prepared {
    std::uint64_t scene = 0;
    bool are_triangles = false;
    Look look;
    std::vector<std::string> offer;
    bool operator==(const Prepared&) const = default;
  };
  std::optional<Prepared> prepared_;
  std::vector<std::string> compiling_;
  DrawChoice::Draws draws_;     // of the newest frame
  DrawChoice::Way drawing_;     // that may fail
  bool is_blended_ = false;     // into color_, what was drawn last
  std::optional<Drawn> drawn_;  // in the newest frame; none: nothing of a scene
};

}  // namespace farfirst::app
