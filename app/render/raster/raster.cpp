#include "raster.h"

#include <algorithm>
#include <cstdlib>

#include "element_draw.h"
#include "multisampled.h"
#include "render/context.h"

namespace farfirst::app::raster {

namespace {

class Raster final : public Renderer {
 public:
  explicit Raster(const RendererContext& context)
      : gl_(context.gpu.gl),
        sample_counts_(sample_counts(gl_)),
        multisampled_(gl_),
        draw_(context, "render/raster/raster.frag") {}

  IndexLayout index_layout(std::size_t largest_array) const override { return draw_.index_layout(largest_array); }

  /// The nearest that the context has; of two, the smaller. Sprites and ellipses fade towards their edge, and need one.
  int samples(int wanted, Footprint footprint) const override {
    if (footprint != Footprint::triangle) return 1;
    return *std::ranges::min_element(sample_counts_, {}, [&](int count) { return std::abs(count - wanted); });
  }

  /// Two small shaders.
  bool prepare(const DrawnElements& elements, int samples) override {
    draw_.prepare(elements, samples > 1);
    return true;
  }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    set_state();
    const PicturePart& part = request.view.part;
    const PartScissor scissor(gl_, part);
    const bool multisamples = request.samples > 1;
    if (multisamples) {
      multisampled_.fit(target, request.samples);
      multisampled_.clear();
      draws_without_ = 0;
    } else {
      if (++draws_without_ > 1) multisampled_.release();
      part.is_whole() ? target.clear() : target.clear_in_scissor();
    }
    gl_.Viewport(0, 0, target.width(), target.height());
    draw_.draw(request.elements, request.order, multisamples);
    if (multisamples) multisampled_.resolve(target);
  }

  std::size_t gpu_bytes() const override { return multisampled_.gpu_bytes(); }

 private:
  /// Premultiplied "over" in linear light; nothing is culled, nothing hides anything.
  void set_state() const {
    gl_.Disable(GL_DEPTH_TEST);
    gl_.Disable(GL_CULL_FACE);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.Enable(GL_PROGRAM_POINT_SIZE);
    gl_.Enable(GL_MULTISAMPLE);
    gl_.Enable(GL_BLEND);
    gl_.BlendEquation(GL_FUNC_ADD);
    gl_.BlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  }

  const GladGLContext& gl_;
  const std::vector<int> sample_counts_;
  MultisampledColor multisampled_;
  int draws_without_ = 0;  // in a row; measurements draw in turn with it and without
  ElementDraw draw_;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<Raster>(context); }

}  // namespace farfirst::app::raster
