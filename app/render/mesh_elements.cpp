// Meshes and point clouds.

#include <farfirst/sort.h>

#include <algorithm>
#include <string>
#include <vector>

#include "elements.h"
#include "host_elements.h"
#include "object/buffer.h"
#include "object/context.h"

namespace farfirst::app {

namespace {

class MeshElements final : public GpuGeometry {
 public:
  MeshElements(const GladGLContext& gl, std::shared_ptr<const Model> model, std::optional<IndexLayout> layout)
      : gl_(gl), model_(std::move(model)) {
    check_limits();
    if (model_->is_mesh()) corners_ = finite_corners(*model_);
    if (layout) upload();
    if (model_->is_mesh() && layout == IndexLayout::elements) corner_buffer();
  }

  Elements elements(Primitive primitive, IndexLayout layout) override {
    Elements result = elements_of(model_, primitive);
    if (result.are_triangles && layout == IndexLayout::corners) result.drawn_corners = drawn_corners();
    return result;
  }

  GpuElements gpu_elements(Primitive primitive, IndexLayout layout) override {
    upload();
    GpuElements result{.positions = vertices_.name(), .stride = sizeof(StoredVertex)};
    if (!draws_triangles(primitive)) return result;
    if (!corners_.empty() && !triangle_buffer_) {
      const std::span<const std::uint32_t> triangles = model_->triangles;
      triangle_buffer_ = gl::Buffer(gl_, triangles.size_bytes(), triangles.data());
    }
    result.triangles = corners_.empty() ? corner_buffer() : triangle_buffer_.name();
    if (layout == IndexLayout::corners) result.drawn_corners = corner_buffer();
    return result;
  }

  std::size_t max_order_words(IndexLayout layout) const override {
    const std::size_t triangles = (layout == IndexLayout::corners ? 4 : 1) * model_->triangle_count();
    return std::max(triangles, model_->positions.size());
  }

  SceneBounds bounds() const override { return model_->bounds; }

  std::size_t gpu_bytes() const override {
    const std::size_t own = vertices_.bytes() + colors_.bytes() + corner_buffer_.bytes() + triangle_buffer_.bytes();
    return own + (host_ && gl::is_software(gl_) ? host_->bytes() : 0);
  }

  DrawnElements drawn(bool triangles, IndexLayout layout, const Look& look) override {
    upload();
    arrays_ = {view_of(ElementArray::vertex, vertices_, 4)};
    DrawnElements result{.variant = variant_of(*model_, triangles, look), .footprint = footprint_of(triangles)};
    if (result.variant.colors && !result.variant.colors_in_words)
      arrays_.push_back(view_of(ElementArray::color, colors_, 1));
    if (triangles && layout == IndexLayout::elements) result.corners = corner_buffer();
    result.arrays = arrays_;
    return result;
  }

  HostArrays host_arrays(bool triangles, const Look& look) override {
    if (!host_) host_.emplace(model_);
    return host_->drawn(triangles, look);
  }

 private:
  bool draws_triangles(Primitive primitive) const { return model_->is_mesh() && primitive != Primitive::points; }
  std::span<const std::uint32_t> drawn_corners() const { return corners_.empty() ? model_->triangles : corners_; }

  void check_limits() const {
    if (model_->positions.size() > max_elements) {
      throw Error("the model has " + std::to_string(model_->positions.size()) + " vertices; Farfirst can draw " +
                  std::to_string(max_elements));
    }
    // The count of a draw is a signed 32-bit number.
    constexpr std::size_t max_triangles = 0x7FFFFFFF / 3;
    if (model_->triangle_count() > max_triangles) {
      throw Error("the model has " + std::to_string(model_->triangle_count()) + " triangles; OpenGL can draw " +
                  std::to_string(max_triangles) + " at once");
    }
  }

  void upload() {
    if (is_uploaded_) return;
    const Array<StoredVertex> vertices = stored_vertices(*model_);
    vertices_ = gl::Buffer(gl_, std::as_bytes(std::span(vertices)).size(), vertices.data());
    if (!model_->colors.empty() && !has_colors_in_words(*model_)) {
      colors_ = gl::Buffer(gl_, std::as_bytes(std::span(model_->colors)).size(), model_->colors.data());
    }
    is_uploaded_ = true;
  }

  GLuint corner_buffer() {
    if (!corner_buffer_) corner_buffer_ = gl::Buffer(gl_, drawn_corners().size_bytes(), drawn_corners().data());
    return corner_buffer_.name();
  }

  const GladGLContext& gl_;
  std::shared_ptr<const Model> model_;
  std::vector<std::uint32_t> corners_;  // if they are not the model's: see finite_corners

  gl::Buffer vertices_, colors_;
  bool is_uploaded_ = false;
  std::optional<HostElements> host_;  // made on first use
  gl::Buffer corner_buffer_;    // drawn_corners(), if they are looked up or a GPU sorts, expands or checks the order
  gl::Buffer triangle_buffer_;  // the model's, if a GPU sorts or checks triangles and corners_ are not the model's
  std::vector<VertexArrayView> arrays_;
};

}  // namespace

std::unique_ptr<GpuGeometry> make_elements(const GladGLContext& gl, std::shared_ptr<const Model> model,
                                           std::optional<IndexLayout> layout) {
  return std::make_unique<MeshElements>(gl, std::move(model), layout);
}

std::size_t largest_array(const Model& model) {
  return std::max(model.positions.size() * sizeof(StoredVertex), model.triangles.size() * sizeof(std::uint32_t));
}

}  // namespace farfirst::app
