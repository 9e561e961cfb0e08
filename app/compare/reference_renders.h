#pragma once
// The present view, drawn again in other ways: another renderer, another order, another key. It is drawn part by part,
// so that a window stays responsive.

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "measurer.h"
#include "order/timer.h"
#include "render/picture_part.h"
#include "render/scene_renderer.h"
#include "render/target.h"
#include "work.h"

namespace farfirst::app {

/// A picture and how it was drawn, by SceneRenderer::draw_side().
struct ShownPicture {
  Camera camera;
  Look look;
  SortChoice sort;  // with an explicit metric, if the scene asks for one
  FrameStats report;
  int width = 0, height = 0;
  float pixel_scale = 1.0f;
  GLuint texture = 0;  // of GL_RGBA8
};

/// Draws all fragments exactly, sorted by that metric, with as many samples as the picture has.
Look exact_look(const ShownPicture& shown, ExactBy by);
/// For a renderer that ignores the order: none is made.
SortChoice any_order(const ShownPicture& shown);
/// The same order, made of all elements for this view.
SortChoice order_made_now(const ShownPicture& shown);

class ReferenceRenders {
 public:
  explicit ReferenceRenders(const GpuContext& gpu) : gl_(gpu.gl), measurer_(gpu) {}

  using Picture = std::unique_ptr<PictureTarget>;
  Picture copy(const ShownPicture& shown);
  Picture copy(const PictureTarget& picture);
  struct Drawn {
    Picture picture;
    FrameStats report;
  };

  /// Draws by a side of the frame that shows nothing else, and waits. Throws Error, OutOfMemory.
  using DrawPart =
      std::function<FrameStats(const Camera&, const Look&, const SortChoice&, const SceneRenderer::Target& target)>;
  /// Work that awaits what is drawn here replaces the work in progress.
  void begin(Work<> work) { work_.begin(std::move(work)); }
  bool is_done() const { return work_.is_done(); }
  void drop() { work_.drop(); }
  /// Continues for some milliseconds. Throws what the work throws.
  void advance(const DrawPart& draw_part);
  void advance(SceneRenderer& by, std::size_t side);
  /// 0..1 of the picture that is being drawn.
  double share() const { return plan_ == nullptr ? 0 : plan_->share(); }

  // ---- for that work; arguments live until it is done
  Work<Drawn> draw(const ShownPicture& shown, const Look& look, const SortChoice& sort);
  Work<FrameStats> draw_into(const PictureTarget& picture, const Camera& camera, const Look& look,
                             const SortChoice& sort, float pixel_scale = 1.0f);

  PictureError error(const PictureTarget& a, const PictureTarget& b);
  /// heat_map(a, b).
  Picture heat(const PictureTarget& a, const PictureTarget& b);

 private:
  Picture copy(GLuint texture, int width, int height);

  const GladGLContext& gl_;
  Measurer measurer_;
  WorkInParts work_;
  const DrawPart* draw_part_ = nullptr;
  Stopwatch since_;                        // keeps running
  std::map<std::string, PartPlan> plans_;  // of renderers
  PartPlan* plan_ = nullptr;               // of the picture that is being drawn
};

}  // namespace farfirst::app
