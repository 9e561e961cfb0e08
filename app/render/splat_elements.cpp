// Gaussian splats. Every picture computes their projections and colours again.

#include <array>
#include <optional>

#include "elements.h"
#include "host_elements.h"
#include "object/context.h"
#include "splat_projection.h"

namespace farfirst::app {

namespace {

class SplatElements final : public GpuGeometry {
 public:
  SplatElements(const GpuContext& gpu, std::shared_ptr<const Model> model, bool at_once)
      : gpu_(gpu), gl_(gpu.gl), model_(std::move(model)) {
    if (at_once) upload();
  }

  Elements elements(Primitive, IndexLayout) override {
    Elements result;
    result.owner = model_;
    result.positions = model_->positions;
    result.bounds = model_->bounds;
    return result;
  }

  GpuElements gpu_elements(Primitive, IndexLayout) override {
    upload();
    return {.positions = vertices_.name(), .stride = sizeof(StoredVertex)};
  }

  std::size_t max_order_words(IndexLayout) const override { return count(); }
  SceneBounds bounds() const override { return model_->bounds; }
  std::size_t gpu_bytes() const override {
    const std::size_t host = host_ && gl::is_software(gl_) ? host_->bytes() : 0;
    const std::size_t shapes = projection_ ? projection_->gpu_bytes() : 0;
    return vertices_.bytes() + shapes + projected_.bytes() + colors_.bytes() + host;
  }

  Footprint footprint(bool, const Look& look) const override {
    return look.splat_style == SplatStyle::point ? Footprint::sprite : Footprint::ellipse;
  }
  DrawnElements drawn(bool, IndexLayout, const Look& look) override {
    upload();
    projects_ = look.splat_style != SplatStyle::point;
    if (!projects_) return points(look);
    return {.variant = splat_variant(look), .footprint = Footprint::ellipse, .arrays = arrays_};
  }

  HostArrays host_arrays(bool triangles, const Look& look) override {
    if (!host_) host_.emplace(model_);
    return host_->drawn(triangles, look);
  }

  void will_be_drawn() override {
    if (!projects_) return;
    projection_->project({vertices_}, {projected_});
    gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // renderers read what is projected
  }

 private:
  std::size_t count() const { return model_->positions.size(); }

  DrawnElements points(const Look& look) {
    const std::span<const std::uint32_t> all = model_->colors;
    const bool encoded = look.blend_space == BlendSpace::encoded, colors = !all.empty() && look.use_file_colors;
    if (colors && !colors_) colors_ = gl::Buffer(gl_, all.size_bytes(), all.data());
    point_arrays_ = {arrays_[0], view_of(ElementArray::color, colors_, 1)};
    return {.variant = {.kind = ElementKind::point, .colors = colors, .encoded = encoded},
            .footprint = Footprint::sprite,
            .arrays = std::span(point_arrays_).first(colors ? 2 : 1)};
  }

  /// Made when they are first drawn or sorted there.
  void upload() {
    if (projection_) return;
    check_splat_limit(gl_, count());
    vertices_ = gl::Buffer(gl_, count() * sizeof(StoredVertex), nullptr, GL_DYNAMIC_STORAGE_BIT);
    projected_ = gl::Buffer(gl_, count() * SplatProjection::projected_bytes);
    SplatProjection projection(gpu_, model_);
    projection.upload(vertices_);
    arrays_ = {view_of(ElementArray::vertex, vertices_, 4),
               view_of(ElementArray::projected, projected_, SplatProjection::projected_bytes / 4)};
    projection_ = std::move(projection);
  }

  const GpuContext& gpu_;
  const GladGLContext& gl_;
  const std::shared_ptr<const Model> model_;
  std::optional<HostElements> host_;           // made on first use
  std::optional<SplatProjection> projection_;  // none: they are not in OpenGL's memory
  gl::Buffer vertices_;
  gl::Buffer projected_;  // of the picture that is drawn
  std::array<VertexArrayView, 2> arrays_;
  bool projects_ = true;  // else they are drawn as points
  gl::Buffer colors_;     // of points, once there were some
  std::array<VertexArrayView, 2> point_arrays_;
};

}  // namespace

std::unique_ptr<GpuGeometry> make_splat_elements(const GpuContext& gpu, std::shared_ptr<const Model> model,
                                                 std::optional<IndexLayout> layout) {
  return std::make_unique<SplatElements>(gpu, std::move(model), layout.has_value());
}

}  // namespace farfirst::app
