#include "weighted.h"

#include "object/framebuffer.h"
#include "object/texture.h"
#include "render/pass_choice.h"
#include "render/raster/element_draw.h"

namespace farfirst::app::weighted {

namespace {

constexpr std::size_t pixel_bytes = 5 * sizeof(float);

class Weighted final : public Renderer {
 public:
  explicit Weighted(const RendererContext& context)
      : gl_(context.gpu.gl),
        finish_(gl_, context.gpu.library, {"render/weighted/finish.comp"}),
        draw_(context, "render/weighted/weighted.frag") {}

  IndexLayout index_layout(std::size_t largest_array) const override { return draw_.index_layout(largest_array); }

  int samples(int, Footprint) const override { return 1; }

  void draw(const DrawRequest& request, const ColorTarget& target) override {
    fit(target.width(), target.height());
    set_state();
    const PartScissor scissor(gl_, request.view.part);
    clear();
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    gl_.Viewport(0, 0, target.width(), target.height());
    draw_.draw(request.elements, request.order, /*multisamples=*/false);
    gl_.Disable(GL_BLEND);
    finish(target);
  }

  std::size_t gpu_bytes() const override {
    return pixel_bytes * static_cast<std::size_t>(sums_.width()) * static_cast<std::size_t>(sums_.height());
  }

 private:
  void fit(int width, int height) {
    if (sums_.width() == width && sums_.height() == height) return;
    framebuffer_ = {};
    sums_ = {};
    clearness_ = {};
    sums_ = gl::Texture(gl_, GL_RGBA32F, width, height);  // half floats end at 65504: 22 fragments that are near
    clearness_ = gl::Texture(gl_, GL_R32F, width, height);
    framebuffer_ = gl::Framebuffer(gl_, sums_, clearness_);
  }

  void clear() const {
    constexpr float nothing[4] = {0, 0, 0, 0}, clear[4] = {1, 1, 1, 1};
    gl_.ClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, nothing);
    gl_.ClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 1, clear);
  }

  void set_state() const {
    gl_.Disable(GL_DEPTH_TEST);
    gl_.Disable(GL_CULL_FACE);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.Enable(GL_PROGRAM_POINT_SIZE);
    gl_.Enable(GL_BLEND);
    gl_.BlendEquation(GL_FUNC_ADD);
    gl_.BlendFunci(0, GL_ONE, GL_ONE);
    gl_.BlendFunci(1, GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
  }

  void finish(const ColorTarget& target) const {
    gl_.BindTextureUnit(0, sums_.name());
    gl_.BindTextureUnit(1, clearness_.name());
    finish_.use();
    gl_.BindImageTexture(0, target.texture(), 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_RGBA16F);
    gl_.MemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // readers of the picture before this one
    dispatch_over_picture(gl_, target.width(), target.height());
    gl_.MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
  }

  const GladGLContext& gl_;
  gl::Program finish_;
  raster::ElementDraw draw_;
  gl::Texture sums_, clearness_;
  gl::Framebuffer framebuffer_;
};

}  // namespace

std::unique_ptr<Renderer> make(const RendererContext& context) { return std::make_unique<Weighted>(context); }

}  // namespace farfirst::app::weighted
