// Meshes and point clouds.

#include <farfirst/sort.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "drawable.h"
#include "object/context.h"
#include "object/program.h"
#include "object/vertex_array.h"
#include "render/context.h"
#include "render/frame.h"

namespace farfirst::app {

namespace {

bool is_finite(const glm::vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }

/// Eight bytes instead of twelve, with errors far below what shading shows.
struct PackedNormal {
  std::int16_t x, y, z, unused;
};

std::int16_t packed(float component) {
  return static_cast<std::int16_t>(std::lround(std::clamp(component, -1.0f, 1.0f) * 32767.0f));
}

std::vector<PackedNormal> packed_normals(std::span<const glm::vec3> normals) {
  std::vector<PackedNormal> result(normals.size());
  std::ranges::transform(normals, result.begin(), [](const glm::vec3& n) {
    return is_finite(n) ? PackedNormal{packed(n.x), packed(n.y), packed(n.z), 0} : PackedNormal{};
  });
  return result;
}

/// The corners, but triangles with a corner that is not finite shrunk to nothing: OpenGL cannot clip those. Empty if
/// there is no such triangle.
std::vector<std::uint32_t> finite_corners(const Model& model) {
  std::vector<bool> bad(model.positions.size());
  std::transform(model.positions.begin(), model.positions.end(), bad.begin(),
                 [](const glm::vec3& p) { return !is_finite(p); });
  if (std::ranges::find(bad, true) == bad.end()) return {};
  std::vector<std::uint32_t> corners = model.triangles;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    if (!bad[corners[i]] && !bad[corners[i + 1]] && !bad[corners[i + 2]]) continue;
    corners[i] = corners[i + 1] = corners[i + 2] = 0;
  }
  return corners;
}

/// Which of the shaders' variants.
struct Variant {
  bool triangles = false;
  bool normals = false;
  bool colors = false;
  auto operator<=>(const Variant&) const = default;
};

class DrawableModel final : public Drawable {
 public:
  DrawableModel(const GladGLContext& gl, const gl::ShaderLibrary& library, std::shared_ptr<const Model> model,
                VertexFetch fetch)
      : gl_(gl), library_(library), model_(std::move(model)) {
    check_limits();
    if (model_->is_mesh()) corners_ = finite_corners(*model_);
    pulled_ = model_->is_mesh() && (fetch == VertexFetch::pulled || (fetch == VertexFetch::automatic &&
                                                                     !gl::is_software(gl_) && fits_storage_blocks()));
    upload();
    describe_vertices();
  }

  Elements elements(Primitive primitive) override {
    const bool triangles = draws_triangles(primitive);
    Elements result;
    result.owner = model_;
    result.positions = triangles ? std::span(model_->positions) : model_->points();
    result.bounds = model_->bounds;
    result.are_triangles = triangles;
    if (triangles) {
      result.triangles = model_->triangles;
      if (!pulled_) result.drawn_corners = drawn_corners();
    }
    return result;
  }

  GpuElements gpu_elements(Primitive primitive) override {
    GpuElements result{.positions = positions_.name()};
    if (!draws_triangles(primitive)) return result;
    if (!corner_buffer_) corner_buffer_ = gl::Buffer(gl_, drawn_corners().size_bytes(), drawn_corners().data());
    if (!corners_.empty() && !triangle_buffer_) {
      const std::span<const std::uint32_t> triangles = model_->triangles;
      triangle_buffer_ = gl::Buffer(gl_, triangles.size_bytes(), triangles.data());
    }
    result.triangles = corners_.empty() ? corner_buffer_.name() : triangle_buffer_.name();
    if (!pulled_) result.drawn_corners = corner_buffer_.name();
    return result;
  }

  std::size_t max_order_words() const override {
    const std::size_t triangles = (pulled_ ? 1 : 4) * model_->triangle_count();
    return std::max(triangles, model_->positions.size());
  }

  const Bounds& bounds() const override { return model_->bounds; }

  std::size_t gpu_bytes() const override {
    return positions_.bytes() + normals_.bytes() + colors_.bytes() + corner_buffer_.bytes() + triangle_buffer_.bytes();
  }

  void draw(const OrderView& order, const Look& look) override {
    const Variant variant{.triangles = order.are_triangles,
                          .normals = normals_ && (!order.are_triangles || look.shading == Shading::smooth),
                          .colors = colors_ && look.use_file_colors};
    program(variant).use();
    if (order.are_triangles && pulled_) {
      draw_pulled(order);
    } else {
      gl_.BindVertexArray(vertices_.name());
      gl_.VertexArrayElementBuffer(vertices_.name(), order.buffer);
      if (order.written_by_shaders) gl_.MemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
      gl_.DrawElements(order.are_triangles ? GL_TRIANGLES : GL_POINTS, static_cast<GLsizei>(order.words),
                       GL_UNSIGNED_INT, reinterpret_cast<const void*>(order.offset));
    }
  }

  void reload(const gl::ShaderLibrary& library) override {
    std::map<Variant, gl::Program> programs;
    for (const auto& [variant, old] : programs_) programs.emplace(variant, make_program(library, variant));
    programs_ = std::move(programs);
    library_ = library;
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

  bool fits_storage_blocks() const {
    GLint64 limit = 0;
    gl_.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
    const std::size_t largest =
        std::max(model_->positions.size() * sizeof(glm::vec3), model_->triangles.size() * sizeof(std::uint32_t));
    return largest <= static_cast<std::size_t>(limit);
  }

  void upload() {
    positions_ = gl::Buffer(gl_, std::as_bytes(std::span(model_->positions)).size(), model_->positions.data());
    if (!model_->normals.empty()) {
      const std::vector<PackedNormal> normals = packed_normals(model_->normals);
      normals_ = gl::Buffer(gl_, std::as_bytes(std::span(normals)).size(), normals.data());
    }
    if (!model_->colors.empty()) {
      colors_ = gl::Buffer(gl_, std::as_bytes(std::span(model_->colors)).size(), model_->colors.data());
    }
    if (pulled_) corner_buffer_ = gl::Buffer(gl_, drawn_corners().size_bytes(), drawn_corners().data());
  }

  void describe_vertices() {
    no_vertices_ = gl::VertexArray(gl_);
    vertices_ = gl::VertexArray(gl_);
    const auto attribute = [&](GLuint index, const gl::Buffer& buffer, GLint size, GLenum type, GLboolean normalized,
                               GLsizei stride) {
      if (!buffer) return;
      gl_.VertexArrayVertexBuffer(vertices_.name(), index, buffer.name(), 0, stride);
      gl_.VertexArrayAttribFormat(vertices_.name(), index, size, type, normalized, 0);
      gl_.VertexArrayAttribBinding(vertices_.name(), index, index);
      gl_.EnableVertexArrayAttrib(vertices_.name(), index);
    };
    attribute(0, positions_, 3, GL_FLOAT, GL_FALSE, sizeof(glm::vec3));
    attribute(1, normals_, 3, GL_SHORT, GL_TRUE, sizeof(PackedNormal));
    attribute(2, colors_, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(std::uint32_t));
  }

  void draw_pulled(const OrderView& order) {
    gl_.BindVertexArray(no_vertices_.name());
    gl_.BindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, order.buffer, static_cast<GLintptr>(order.offset),
                        static_cast<GLsizeiptr>(order.words * sizeof(std::uint32_t)));
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, corner_buffer_.name());
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, positions_.name());
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, normals_.name());
    gl_.BindBufferBase(GL_SHADER_STORAGE_BUFFER, 4, colors_.name());
    if (order.written_by_shaders) gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // the vertex shader reads it
    gl_.DrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(3 * order.words));
  }

  gl::Program make_program(const gl::ShaderLibrary& library, const Variant& variant) const {
    gl::Defines defines;
    if (variant.normals) defines.emplace_back("NORMALS", "");
    if (variant.colors) defines.emplace_back("COLORS", "");
    if (variant.triangles) {
      if (pulled_) defines.emplace_back("PULLED", "");
      return {gl_, library, {"draw/mesh.vert", "draw/mesh.frag"}, defines};
    }
    defines.emplace_back("MAX_POINT_SIZE", max_point_size(gl_));
    return {gl_, library, {"draw/points.vert", "draw/points.frag"}, defines};
  }

  const gl::Program& program(const Variant& variant) {
    auto found = programs_.find(variant);
    if (found == programs_.end()) found = programs_.emplace(variant, make_program(library_, variant)).first;
    return found->second;
  }

  const GladGLContext& gl_;
  gl::ShaderLibrary library_;
  std::shared_ptr<const Model> model_;
  std::vector<std::uint32_t> corners_;  // if they are not the model's: see finite_corners
  bool pulled_ = false;

  gl::Buffer positions_, normals_, colors_;
  gl::Buffer corner_buffer_;    // drawn_corners(), where they are pulled or a GPU sorts, expands or checks the order
  gl::Buffer triangle_buffer_;  // the model's, where a GPU sorts or checks triangles and corners_ are not the model's
  gl::VertexArray vertices_, no_vertices_;
  std::map<Variant, gl::Program> programs_;
};

}  // namespace

std::unique_ptr<Drawable> make_drawable(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                        std::shared_ptr<const Model> model, VertexFetch fetch) {
  return std::make_unique<DrawableModel>(gl, library, std::move(model), fetch);
}

}  // namespace farfirst::app
